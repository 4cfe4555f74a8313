/// The properties of a target that its endpoint doesn't have.
struct CallSettings: Sendable {
    let validation: Validation
    let authorization: Authorization
    let timeout: Duration?
    /// The idle timeout of the route. `nil` if it has none.
    let idleTimeout: Duration?

    /// The settings of any target. They evaluate a route once.
    init(of target: some TargetType) {
        let route = target._resolvedRoute
        validation = route?.parts.validation ?? target.validation
        authorization = route?.parts.authorization ?? target.authorization
        timeout = route == nil ? target.timeout : route?.parts.timeout
        idleTimeout = route?.parts.idleTimeout
    }

    /// The settings of a route that has all members of its target.
    init(_ route: HTTPRoute.Parts) {
        validation = route.validation ?? .successCodes
        authorization = route.authorization ?? .none
        timeout = route.timeout
        idleTimeout = route.idleTimeout
    }
}
