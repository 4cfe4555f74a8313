import Tern

extension Provider {
    /// Creates a provider whose responses come from rules, without delay by default. It records every call into a
    /// journal.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stub(
    ///     .on(.user("octocat"), .json(User(login: "octocat"))),
    ///     .otherwise(.status(404))
    /// )
    /// ```
    ///
    /// If every case has a response, prefer the form with a closure: the compiler then checks that no case is missing.
    /// To test the provider of an app with its own closures, plugins and decoder, use `stubbed`.
    ///
    /// - Parameters:
    ///   - rules: One rule for each case with its arguments. `.all(…)` is an array of rules, or a dictionary literal.
    ///   - delay: Delay of each response on `clock`. Zero by default.
    ///   - transport: The transport, whose layers, such as a cache, stand before the stub. The stub replaces the rest.
    ///     Without layers by default.
    ///   - plugins: The plugins of the provider, as in its initializer.
    ///   - trackInflights: Whether equal requests share one attempt, as in the initializer of the provider.
    ///   - clock: The clock of the provider, as in its initializer.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public static func stub(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        transport: any Transport = .platform,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        Provider(transport: transport, plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(.all(rules), delay: delay, journal: journal, filePath: filePath, line: line)
    }

    /// Creates a provider whose responses come from a closure, without delay by default. It records every call into a
    /// journal.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stub { target in
    ///     switch target {
    ///     case .zen: .text("Keep it logically awesome.")
    ///     case .user(let login): .json(User(login: login))
    ///     }
    /// }
    /// ```
    ///
    /// The compiler checks that the closure handles every case. The samples are part of the tests, not of the target.
    /// For responses that change from call to call, use `SampleResponse.inOrder`; for responses that depend on earlier
    /// requests, use a ``StubState``. A response body arrives in two pieces, unless the sample specifies its pieces.
    ///
    /// - Parameters:
    ///   - delay: Delay of each response on `clock`. Zero by default.
    ///   - transport: The transport, whose layers, such as a cache, stand before the stub. The stub replaces the rest.
    ///     Without layers by default.
    ///   - plugins: The plugins of the provider, as in its initializer.
    ///   - trackInflights: Whether equal requests share one attempt, as in the initializer of the provider.
    ///   - clock: The clock of the provider, as in its initializer.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the sample response for a case. It may suspend. The provider calls it once for each attempt.
    ///     An error that it throws is a finding, and the attempt fails with it.
    public static func stub(
        delay: Duration = .zero,
        transport: any Transport = .platform,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: nonisolated(nonsending) @escaping @Sendable (Target) async throws -> SampleResponse
    ) -> Provider {
        Provider(transport: transport, plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(delay: delay, journal: journal, filePath: filePath, line: line, response: response)
    }

    /// This provider with responses from rules, instead of the network or the samples of its targets. It records every
    /// call into a journal.
    ///
    /// The result has the endpoint closure, the request closure, the plugins, the configuration and the clock of this
    /// provider, so a test runs the same code as the app. The response of a rule replaces the response of the endpoint.
    /// A request without a rule fails with `TernError.Code.missingSample`.
    ///
    /// - Parameters:
    ///   - rules: One rule for each case with its arguments. `.all(…)` is an array of rules, or a dictionary literal.
    ///   - delay: Delay of each response on the provider's clock. Zero by default.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public func stubbed(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        stubbed(by: rules.flatMap(\.entries), delay, journal, at: SourcePosition(filePath: filePath, line: line))
    }

    /// This provider with responses from a closure, instead of the network or the samples of its targets. It records
    /// every call into a journal.
    ///
    /// ```swift
    /// let github = makeGitHub().stubbed { target in       // the provider as the app makes it
    ///     switch target {
    ///     case .zen: .text("Keep it logically awesome.")
    ///     case .user(let login): .json(User(login: login))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - delay: Delay of each response on the provider's clock. Zero by default.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the sample response for a case. It may suspend. The provider calls it once for each attempt.
    ///     An error that it throws is a finding, and the attempt fails with it.
    public func stubbed(
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: nonisolated(nonsending) @escaping @Sendable (Target) async throws -> SampleResponse
    ) -> Provider {
        let source = SourcePosition(filePath: filePath, line: line)
        let responder: Responder = { request in
            // Always the target of the call: it wraps the innermost one, or is it.
            let target = request.target.flatMap { $0 as? Target ?? MultiTarget($0) as? Target }
            guard let target else { return .status(500) }
            return try await response(target)
        }
        let entry = ResponderTable.Entry.others(
            .responder(responder),
            at: source,
            expectedAs: "The stub of \(Target.self)"
        )
        return stubbed(by: [entry], delay, journal, at: source)
    }

    private func stubbed(
        by entries: [ResponderTable.Entry],
        _ delay: Duration,
        _ journal: Journal?,
        at source: SourcePosition
    ) -> Provider {
        let name = "provider of \(Target.self)"
        let table = ResponderTable(entries, of: name, noun: "rule", journal: journal, source: source)
        return stubbed(after: delay) { target, request, coders in
            let match = table.match(RecordedRequest(request, target: target.innermost))
            return try await table.response(to: match, coders).arrivingInPieces
        }
        .recorded(in: journal, at: source)
    }
}
