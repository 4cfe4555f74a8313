import Foundation

/// What happens in one call, in its order, as `TernTesting` records it.
package enum ExchangeEvent: Sendable {
    /// The call was made; there is no request yet.
    case began
    /// An attempt's request is handed to the transport.
    case sent(Request)
    /// The server redirects; this is sent next.
    case redirected(status: Int, to: Request)
    /// So many bytes of the body came.
    case received(bytes: Int)
    /// The attempt was answered; what `validation` makes of it is not said yet.
    case answered(status: Int, headers: HTTPHeaders)
    /// The attempt failed without an answer.
    case failed(TernError.Code)
    /// The caller is cancelled; the call is still to end.
    case cancelled
    /// The call is over.
    case ended(Result<Response, TernError>)
}
