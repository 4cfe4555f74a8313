import Foundation

/// Receives all events of a provider's calls.
package protocol ExchangeObserver: AnyObject, Sendable {
    func observe(_ event: ExchangeEvent, of context: RequestContext)
}

/// An observer, and the context of the attempt whose events it receives.
struct ExchangeTrace: Sendable {
    let observer: any ExchangeObserver
    let context: RequestContext

    func observe(_ event: ExchangeEvent) {
        observer.observe(event, of: context)
    }

    /// A progress handler that reports newly received bytes to the observer, and passes the progress to `next`.
    func counting(_ next: TransferProgress.Handler?) -> TransferProgress.Handler {
        let countedBytes = Locked(Int64(0))
        return { progress in
            // Excludes the bytes that an earlier attempt received.
            let receivedBytes = progress.receivedBytes - progress.resumedBytes
            let newBytes = countedBytes.withLock { countedBytes in
                defer { countedBytes = receivedBytes }
                return receivedBytes - countedBytes
            }
            if newBytes > 0 { observe(.received(bytes: Int(clamping: newBytes))) }
            next?(progress)
        }
    }
}
