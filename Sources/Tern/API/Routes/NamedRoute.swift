/// The route of a call of a ``CallTarget``, with the name of the call.
///
/// Routes are equal if their requests are, see ``CallTarget``. Names don't count.
public struct NamedRoute: Sendable {
    private final class Storage: Sendable {
        /// Guards each `identity`. One lock for all routes, since each call makes a route, and few are compared.
        static let lock = Locked(())

        let route: HTTPRoute
        let name: StaticString
        // Unsafe only by its type: it is read and written under `lock`.
        nonisolated(unsafe) var identity: RouteIdentity??

        init(_ route: HTTPRoute, _ name: StaticString) {
            self.route = route
            self.name = name
        }
    }

    private let storage: Storage

    /// The route.
    public var route: HTTPRoute { storage.route }

    /// The name of the call, without arguments: `user(_:)`.
    public var name: String { storage.name.description }

    /// A route with the name of its call. The name is a literal, since texts show it: arguments may be secrets.
    public init(_ route: HTTPRoute, name: StaticString) {
        storage = Storage(route, name)
    }

    /// `nil` if the request can't be compared.
    private var identity: RouteIdentity? {
        let storage = storage
        if let made = Storage.lock.withLock({ _ in storage.identity }) { return made }
        // Outside of the lock, since values encode themselves.
        let made = RouteIdentity(route.parts)
        Storage.lock.withLock { _ in storage.identity = .some(made) }
        return made
    }
}

extension NamedRoute: Equatable {
    public static func == (lhs: NamedRoute, rhs: NamedRoute) -> Bool {
        if lhs.storage === rhs.storage { return true }
        let (one, other) = (lhs.route.parts, rhs.route.parts)
        guard one.method == other.method, one.path == other.path, let identity = lhs.identity else { return false }
        return identity == rhs.identity
    }
}

extension NamedRoute: TargetNaming, TextReflectable {
    package var targetName: String { name }

    /// The name of the call, without arguments.
    public var description: String { name }
}
