/// The properties of a target that its endpoint doesn't have.
struct CallSettings: Sendable {
    let validation: Validation
    let authorization: Authorization
    let timeout: Duration?
    /// The path of the route, with all arguments escaped. `nil` for a target without a route.
    let routePath: String?
    /// The type of the target with the route. `nil` for a target without a route.
    let targetType: ObjectIdentifier?

    /// The settings of any target. They evaluate a route once.
    init(of target: some TargetType) {
        let route = target._resolvedRoute
        validation = route?.validation ?? target.validation
        authorization = route?.authorization ?? target.authorization
        timeout = route == nil ? target.timeout : route?.timeout
        routePath = route?.path.text
        targetType = route?.targetType
    }

    init(_ route: HTTPRoute) {
        validation = route.validation ?? .successCodes
        authorization = route.authorization ?? .none
        timeout = route.timeout
        routePath = route.path.text
        targetType = route.targetType
    }
}
