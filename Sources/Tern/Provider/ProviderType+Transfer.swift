import Foundation

extension ProviderType {
    /// The progress of a target's request, and then its response, as a sequence.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: Its `progress` handler receives the same updates.
    public func transfer(_ target: Target, options: CallOptions = CallOptions()) -> TransferEvents {
        TransferEvents(target: target) { report throws(TernError) in
            var options = options
            let handler = options.progress
            options.progress = { progress in
                handler?(progress)
                report(progress)
            }
            return try await response(to: target, options: options)
        }
    }
}

extension CallOptions {
    /// These options, whose call updates Foundation's `Progress`, for views that show one.
    ///
    /// Its units are bytes: those of the request's body and, once they are known, those of the response's body. A
    /// length that isn't known makes the progress indeterminate. Cancelling `progress` doesn't cancel the call.
    public func reporting(to progress: Progress) -> CallOptions {
        var options = self
        let handler = options.progress
        options.progress = { update in
            handler?(update)
            progress.totalUnitCount = update.totalBytes ?? -1
            progress.completedUnitCount = update.sentBytes + update.receivedBytes
        }
        return options
    }
}

extension TransferProgress {
    /// The length of both bodies, as far as they have begun. `nil` if a length isn't known.
    fileprivate var totalBytes: Int64? {
        let sent = sentBytes > 0 ? expectedSentBytes : expectedSentBytes ?? 0
        let received = receivedBytes > 0 ? expectedReceivedBytes : expectedReceivedBytes ?? 0
        guard let sent, let received else { return nil }
        return sent + received
    }
}
