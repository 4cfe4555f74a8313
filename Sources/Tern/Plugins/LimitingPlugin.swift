/// A plugin that limits calls. ``Provider/explain(_:options:)`` shows its limits.
protocol LimitingPlugin: Plugin {
    /// One text for each limit of the call, such as `sends at most 4 requests at the same time`. Empty without a limit.
    func limits(of request: Request, _ target: any TargetType) -> [String]
}
