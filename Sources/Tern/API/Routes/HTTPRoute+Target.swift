extension HTTPRoute {
    /// The route of a target, with the members that the target declares for all of its routes. It evaluates the target's
    /// `route` once.
    init(of target: some RoutedTarget) {
        self = target.route.changing { parts in
            parts.headers = RouteMember.headers.declared(by: target) { $0.headers }.merging(parts.headers)
            parts.crossOriginHeaders =
                parts.crossOriginHeaders
                ?? RouteMember.crossOriginHeaders.declared(by: target) { $0.crossOriginHeaders }
            parts.validation = parts.validation ?? RouteMember.validation.declared(by: target) { $0.validation }
            parts.authorization =
                parts.authorization ?? RouteMember.authorization.declared(by: target) { $0.authorization }
            parts.timeout = parts.timeout ?? RouteMember.timeout.declared(by: target) { $0.timeout }
            parts.sample =
                parts.sample
                ?? { .sampleData(RouteMember.sampleData.declared(by: target) { $0.sampleData }, of: target) }
            parts.targetType = ObjectIdentifier(type(of: target))
        }
    }
}

extension TargetType {
    /// The response of the target's stubs: the sample of its route, or else a response with its `sampleData`.
    package var sampleResponse: SampleResponse { _resolvedRoute?.parts.sample?() ?? .sampleData(sampleData, of: self) }
}

extension RoutedTarget {
    /// The names of members that the target declares, although they are always those of its route.
    package var ignoredMembers: [String] {
        var members: [RouteMember] = []
        let path = RouteMember.path.declared(by: self) { $0.path }
        let method = RouteMember.method.declared(by: self) { $0.method }
        let task = RouteMember.task.declared(by: self) { $0.task }
        if path != RouteMember.undeclared { members.append(.path) }
        if method.rawValue != RouteMember.undeclared { members.append(.method) }
        if task.body != nil || task.query != nil { members.append(.task) }
        return members.map(\.rawValue)
    }
}
