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

/// Hears of everything that happens in the calls of a provider.
package protocol ExchangeObserver: Sendable {
    func observe(_ event: ExchangeEvent, of context: RequestContext)
}

/// An observer and the attempt that it hears of.
struct ExchangeTrace: Sendable {
    let observer: any ExchangeObserver
    let context: RequestContext

    func observe(_ event: ExchangeEvent) {
        observer.observe(event, of: context)
    }

    /// Tells of received bytes what a transport tells of progress, and hands the progress on.
    func counting(_ next: ProgressHandler?) -> ProgressHandler {
        let receivedBytes = Locked(Int64(0))
        return { progress in
            let news = receivedBytes.withLock { receivedBytes in
                defer { receivedBytes = progress.receivedBytes }
                return progress.receivedBytes - receivedBytes
            }
            if news > 0 { observe(.received(bytes: Int(news))) }
            next?(progress)
        }
    }
}
