/// The attribute of a call's options that is called before a plugin waits. `nil`, the default, for most calls.
package enum WaitHandlerKey: RequestAttributeKey {
    package static var defaultValue: (@Sendable () -> Void)? { nil }
}

extension RequestContext {
    /// Announces that the plugin waits before it calls `next`, for example for a delay or a token. Call it before the
    /// wait.
    ///
    /// The picture of an `ImageClient` then gives up its place among the downloads that run at the same time, so that
    /// other pictures needn't wait. It gets a place again before the request is sent. A plugin that waits after `next`
    /// has returned needn't announce it. Other calls have no place, and are not changed.
    public func willWait() {
        self[WaitHandlerKey.self]?()
    }
}
