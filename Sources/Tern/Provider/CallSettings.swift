/// The properties of a target that its endpoint doesn't have.
struct CallSettings: Sendable {
    let validation: Validation
    let authorization: Authorization
    let timeout: Duration?
    /// The idle timeout of the route. `nil` if it has none.
    let idleTimeout: Duration?

    /// The settings of any target. They evaluate its properties once.
    init(of target: some TargetType) {
        self.init(target._resolvedRoute.parts)
    }

    /// The settings of a route that has all properties of its target.
    init(_ route: HTTPRoute.Parts) {
        validation = route.validation ?? .successCodes
        authorization = route.authorization ?? .none
        timeout = route.timeout
        idleTimeout = route.idleTimeout
    }
}
