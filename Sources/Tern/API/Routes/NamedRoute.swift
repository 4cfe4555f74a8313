/// The route of a call of a ``CallTarget``, with the name of the call.
///
/// Routes are equal if their requests are, see ``CallTarget``. Names don't count.
public struct NamedRoute: Sendable {
    private final class Storage: Sendable {
        let route: HTTPRoute
        let name: StaticString
        /// Made at the first comparison that needs it.
        let identity = Locked<RouteIdentity??>(nil)

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
        storage.identity.withLock { identity in
            let made = identity ?? RouteIdentity(route.parts)
            identity = .some(made)
            return made
        }
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
