import Tern

extension Provider {
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
    /// To test the provider of an app with its own closures, plugins and decoder, use
    /// `stubbed`.
    ///
    /// - Parameters:
    ///   - delay: Delay of each response on `clock`. Zero by default.
    ///   - plugins: The plugins of the provider, as in its initializer.
    ///   - trackInflights: Whether equal requests share one attempt, as in the initializer of the provider.
    ///   - clock: The clock of the provider, as in its initializer.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the sample response for a case. The provider calls it once for each attempt. An error that it
    ///     throws is a finding, and the attempt fails with it.
    public static func stub(
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping @Sendable (Target) throws -> SampleResponse
    ) -> Provider {
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(delay: delay, journal: journal, filePath: filePath, line: line, response: response)
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
    /// The result has the endpoint closure, the request closure, the plugins, the configuration and the clock of this
    /// provider, so a test runs the same code as the app. The response of the closure replaces the response of the
    /// endpoint.
    ///
    /// - Parameters:
    ///   - delay: Delay of each response on the provider's clock. Zero by default.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the sample response for a case. The provider calls it once for each attempt. An error that it
    ///     throws is a finding, and the attempt fails with it.
    public func stubbed(
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping @Sendable (Target) throws -> SampleResponse
    ) -> Provider {
        let source = SourcePosition(filePath: filePath, line: line)
        let stub = journal?.add(stub: "The stub of \(Target.self)", expectedUses: 1, at: source)
        let samples = RecordedSamples(journal: journal, at: source)
        return stubbed(after: delay) { target, request, coders in
            if let journal, let stub { journal.use(stub) }
            do {
                return try samples.response(
                    for: targetName(of: target),
                    ofHandlerNamed: "handler of \(target.requestLine(shownBy: request.redaction))",
                    coders
                ) { try response(target) }.arrivingInPieces
            } catch {
                return .networkError(error)
            }
        }
        .recorded(in: journal, at: source)
    }
}
