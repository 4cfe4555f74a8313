import Foundation
import Tern

extension Provider {
    /// Looks for mistakes in the cases of a target: paths that need escaping, members that a route replaces, cases with
    /// the same method, path and query parameters, GET requests with a body, QUERY requests without a media type,
    /// requests that can't be built, and samples that are missing or can't be decoded.
    ///
    /// ```swift
    /// try await Provider<GitHub>().lint(.call(.user("octocat")), .call(.repositories()), .case(.zen)).get()
    /// ```
    ///
    /// Pass a call, or a case without a value, for each case of the enum. Nothing is sent, and no plugin runs. The
    /// check uses the endpoints, the samples, the encoders and the decoder of the provider. On a stubbed provider, it
    /// uses the responses of the stub:
    ///
    /// ```swift
    /// let stub = github.stubbed { target in
    ///     switch target {
    ///     case .user: .fixture("user.json")
    ///     …
    ///     }
    /// }
    /// try await stub.lint(.call(.user("octocat"))).get()
    /// ```
    ///
    /// Each sample is decoded like a live response, after the target's validation. If a gate holds a sample, the check
    /// doesn't wait for the gate.
    ///
    /// - Returns: A report with a row for each sample, and the other findings. Its `get()` throws one error that lists
    ///   every problem: its place, the key path and the reason.
    public func lint(_ checks: TargetCheck<Target>...) async -> SampleReport {
        await lint(checks)
    }

    /// Looks for mistakes in the cases of a target.
    public func lint(_ checks: [TargetCheck<Target>]) async -> SampleReport {
        var rows: [SampleReport.Row] = []
        var uses: [String: Int] = [:]
        var cases: [(TargetCheck<Target>, Endpoint)] = []
        for check in checks {
            var endpoint = endpointClosure(check.target)
            endpoint.complete(by: configuration)
            cases.append((check, endpoint))
            let target = targetName(of: check.target)
            uses[target, default: 0] += 1
            let number = uses[target, default: 1]
            let sample = await sample(of: endpoint, at: check.source)
            let error = await error(of: check, endpoint.responding(sample.response))
            rows.append(
                SampleReport.Row(number > 1 ? "\(target) #\(number)" : target, check.value, sample.place, error)
            )
        }
        return SampleReport(rows: rows, findings: TargetLinter(cases).findings)
    }

    /// Looks for mistakes in all cases of a target whose cases have no arguments. Samples aren't decoded, since a case
    /// doesn't specify the type of its value.
    public func lintAllCases(
        filePath: String = #filePath,
        line: Int = #line
    ) async -> SampleReport where Target: CaseIterable {
        await lint(Target.allCases.map { .case($0, filePath: filePath, line: line) })
    }

    /// The sample of an endpoint, without its gates. For a sequence, the first response.
    package func sample(
        of endpoint: Endpoint,
        at source: SourcePosition
    ) async -> (response: SampleResponse, place: SampleReport.Place) {
        let reads = Locked<[Fixture]>([])
        let sample = await Fixture.$reads.withValue(reads) { await endpoint.sample(configuration.coders) }
        let first = SampleSequences().response(of: sample.ungated).encoded(for: configuration.coders)
        let body = try? first.message().parts.body
        let fixture = reads.withLock { $0 }.first { $0.data == body }
        return (first, SampleReport.Place(fixturePath: fixture?.url.path, source: source))
    }

    // MARK: - Private

    private func error(of check: TargetCheck<Target>, _ endpoint: Endpoint) async -> TernError? {
        let provider = Provider(endpointClosure: { _ in endpoint }, stubClosure: Provider.immediatelyStub)
            .configured { $0 = configuration }
        do throws(TernError) {
            try await check.ask(provider)
            return nil
        } catch {
            return error
        }
    }
}
