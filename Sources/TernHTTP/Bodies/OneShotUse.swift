/// Records that a one-shot body was sent. Copies of the body share this object.
package final class OneShotUse: Sendable {
    private let state = Locked(false)

    package init() {}

    var hasBegun: Bool { state.withLock(\.self) }

    /// - Returns: Whether this is the first call.
    package func begin() -> Bool {
        state.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }
}
