import Tern

/// Marks a request while it passes a plugin whose copies share their state.
///
/// If a provider has such a plugin twice, a request would count twice, or wait for itself. So the second copy passes
/// the marked request on. A request with the `cacheUse` `.onlyStored` isn't sent, so it neither counts nor waits.
final class Passage: Sendable {
    private enum Key: RequestAttributeKey {
        static let defaultValue: [ObjectIdentifier: Passage] = [:]
    }

    private let hasEnded = Locked(false)

    private init() {}

    /// Marks a request.
    ///
    /// - Parameter state: The object that the copies of the plugin share.
    /// - Returns: `nil` if the request isn't sent, or already passes a copy of the plugin.
    static func begin(of request: inout Request, through state: AnyObject) -> Passage? {
        guard request.attributes.cacheUse != .onlyStored else { return nil }
        let id = ObjectIdentifier(state)
        if let former = request.attributes[Key.self][id], !former.hasEnded.withLock(\.self) { return nil }
        let passage = Passage()
        request.attributes[Key.self][id] = passage
        return passage
    }

    /// Ends the mark. The request of a response or an error keeps it, and a plugin may send that request again.
    func end() {
        hasEnded.withLock { $0 = true }
    }
}
