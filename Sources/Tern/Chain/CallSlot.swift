/// A slot that a call needs to send its request, such as one of the downloads that TernImages runs at the same time.
///
/// A call may have a slot when it begins. Its first attempt uses this slot; each further attempt waits for another one.
package protocol CallSlot: AnyObject, Sendable {
    /// Waits until an attempt may send its request. The wait isn't a part of the attempt's timeout.
    ///
    /// - Throws: `TernError` with code `.cancelled` at once when the task is cancelled.
    func enter() async throws(TernError)

    /// Handles the end of an attempt that has entered. Its body has been received, unless it is a stream.
    func leave()

    /// Gives up the slot that the call has had since it began. Does nothing if an attempt has used it.
    func giveUp()
}

/// The attribute of a call's options with the slot that the call needs. `nil`, the default, for a call without a limit.
package enum CallSlotKey: RequestAttributeKey {
    package static var defaultValue: (any CallSlot)? { nil }
}

extension RequestContext {
    /// Announces that the plugin waits before it calls `next`, for example for a delay or a token. Call it before the
    /// wait.
    ///
    /// The picture of an `ImageClient` then gives up its place among the downloads that run at the same time, so that
    /// other pictures needn't wait. It gets a place again before the request is sent. A plugin that waits after `next`
    /// has returned needn't announce it. Other calls have no place, and are not changed.
    public func willWait() {
        self[CallSlotKey.self]?.giveUp()
    }
}
