import Tern

extension Provider {
    /// Creates a provider whose responses come from a dictionary literal of cases. Each entry is a rule `.on(case:)` for
    /// one case with its arguments. The parameters are those of the form with rules.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stub([
    ///     .zen: .text("Design for failure."),
    ///     .user(login: "octocat"): .json(["login": "octocat"]),
    ///     .user(login: "ghost"): .status(404),
    /// ])
    /// ```
    public static func stub(
        _ responses: KeyValuePairs<Target, SampleResponse>,
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(responses, delay: delay, journal: journal, filePath: filePath, line: line)
    }

    /// This provider with responses from a dictionary literal of cases. The parameters are those of the form with rules.
    public func stubbed(
        _ responses: KeyValuePairs<Target, SampleResponse>,
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        let rules = responses.map { StubRule.on(case: $0.key, $0.value, filePath: filePath, line: line) }
        return stubbed(rules, delay: delay, journal: journal, filePath: filePath, line: line)
    }
}

extension Provider where Target: Hashable {
    /// Creates a provider whose responses come from a dictionary.
    @_disfavoredOverload
    public static func stub(
        _ responses: [Target: SampleResponse],
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(responses, delay: delay, journal: journal, filePath: filePath, line: line)
    }

    /// This provider with responses from a dictionary.
    @_disfavoredOverload
    public func stubbed(
        _ responses: [Target: SampleResponse],
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        let rules = responses.map { StubRule.on(case: $0.key, $0.value, filePath: filePath, line: line) }
        // The order of findings must not depend on the order of a dictionary.
        let sorted = rules.map { ($0, $0.line) }.sorted { $0.1 < $1.1 }.map(\.0)
        return stubbed(sorted, delay: delay, journal: journal, filePath: filePath, line: line)
    }
}
