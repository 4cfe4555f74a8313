import Foundation

/// An event of one call. `TernTesting` records the events in their order.
package enum ExchangeEvent: Sendable {
    /// The call starts. It has no request yet.
    case began
    /// The transport receives the request of an attempt.
    case sent(Request)
    /// The body of the request, a file or a stream, was sent completely. This event doesn't occur for a large body.
    case sentBody(Data)
    /// The server redirects. Tern sends this request next.
    case redirected(status: Int, to: Request)
    /// This many bytes of the response's body arrive.
    case received(bytes: Int)
    /// A cache has this part in the response that the attempt receives next.
    case cached(Response.CacheStatus)
    /// The attempt receives a response, which `validation` hasn't checked yet.
    case responded(status: Int, headers: HTTPHeaders)
    /// The attempt fails without a response.
    case failed(TernError.Code)
    /// The caller's task is cancelled. The call hasn't ended yet.
    case cancelled
    /// The call ends.
    case ended(Result<Response, TernError>)
}
