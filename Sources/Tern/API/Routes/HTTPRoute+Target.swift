extension HTTPRoute {
    /// The route of a target, with the members that the target declares for all of its routes. It evaluates the target's
    /// `route` once.
    init(of target: some RoutedTarget) {
        self = target.route
        headers = RouteMember.headers.declared(by: target, \.headers).merging(headers)
        crossOriginHeaders =
            crossOriginHeaders ?? RouteMember.crossOriginHeaders.declared(by: target, \.crossOriginHeaders)
        validation = validation ?? RouteMember.validation.declared(by: target, \.validation)
        authorization = authorization ?? RouteMember.authorization.declared(by: target, \.authorization)
        timeout = timeout ?? RouteMember.timeout.declared(by: target, \.timeout)
        sample = sample ?? { .sampleData(RouteMember.sampleData.declared(by: target, \.sampleData), of: target) }
        targetType = ObjectIdentifier(type(of: target))
    }
}

extension TargetType {
    /// The response of the target's stubs: the sample of its route, or else a response with its `sampleData`.
    package var sampleResponse: SampleResponse { _resolvedRoute?.sample?() ?? .sampleData(sampleData, of: self) }
}

extension RoutedTarget {
    /// The names of members that the target declares, although they are always those of its route.
    package var ignoredMembers: [String] {
        var members: [RouteMember] = []
        let path = RouteMember.path.declared(by: self, \.path)
        let method = RouteMember.method.declared(by: self, \.method)
        let task = RouteMember.task.declared(by: self, \.task)
        if path != RouteMember.undeclared { members.append(.path) }
        if method.rawValue != RouteMember.undeclared { members.append(.method) }
        if task.body != nil || task.query != nil { members.append(.task) }
        return members.map(\.rawValue)
    }
}
