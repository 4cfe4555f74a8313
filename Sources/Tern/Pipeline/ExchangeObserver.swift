import Foundation

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
