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
    /// These options with a progress handler that updates a Foundation `Progress`, for views that display a `Progress`.
    ///
    /// The units are bytes: the bytes of the request's body and, once their number is known, the bytes of the
    /// response's body. While a length isn't known, the progress is indeterminate. It finishes when the call succeeds,
    /// whatever the lengths are: with at least one unit, because a progress without units never finishes. If the call
    /// fails, it stays unfinished, with the bytes up to then. Cancelling `progress` doesn't cancel the call.
    public func reporting(to progress: Progress) -> CallOptions {
        var options = self
        options.progress = { [handler = self.progress] update in
            handler?(update)
            // One unit is left until the call succeeds, because a complete body may be that of a failed attempt.
            let bytes = update.sentBytes.addingSaturated(update.receivedBytes)
            progress.totalUnitCount = update.totalBytes.map { max($0, bytes.addingSaturated(1)) } ?? -1
            progress.completedUnitCount = bytes
        }
        options.onSuccess = { [onSuccess] in
            onSuccess?()
            let bytes = max(progress.completedUnitCount, 1)
            progress.totalUnitCount = bytes
            progress.completedUnitCount = bytes
        }
        return options
    }
}

extension TransferProgress {
    /// The total length of the bodies whose transfer has begun. `nil` if a length isn't known, or if the sum is too
    /// large for a `Progress`.
    fileprivate var totalBytes: Int64? {
        let sent = sentBytes > 0 ? expectedSentBytes : expectedSentBytes ?? 0
        let received = receivedBytes > 0 ? expectedReceivedBytes : expectedReceivedBytes ?? 0
        guard let sent, let received else { return nil }
        let (sum, overflows) = sent.addingReportingOverflow(received)
        return overflows ? nil : sum
    }
}

extension Int64 {
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
