import Foundation
import Tern

/// Checks that the samples of a target can be decoded as the values of its calls.
///
/// ```swift
/// let report = await SampleContract<GitHub>().check(
///     .call(.user("octocat")), .call(.repositories()), .case(.zen))
/// try report.get()        // throws one error that lists every problem: its place, the key path and the reason
/// ```
///
/// The samples are the target's `sampleData`, or come from a closure:
///
/// ```swift
/// let contract = SampleContract<GitHub> { target in
///     switch target {
///     case .user: .fixture("user.json")
///     …
///     }
/// }
/// ```
///
/// Each sample is decoded like a live response: through a provider, after the target's validation. If a gate holds a
/// sample, the check doesn't wait for the gate.
public struct SampleContract<Target: TargetType>: Sendable {
    private let configuration: ProviderConfiguration
    private let endpoint: @Sendable (Target) -> Endpoint
    private let response: (@Sendable (Target) -> SampleResponse)?

    /// - Parameters:
    ///   - configuration: The configuration of the provider in production, because the result depends on its decoder.
    ///     The default configuration by default.
    ///   - response: Creates the sample response for a case. By default, the sample of the target's route, or status 200
    ///     with the target's `sampleData`.
    public init(
        configuration: ProviderConfiguration = ProviderConfiguration(),
        response: (@Sendable (Target) -> SampleResponse)? = nil
    ) {
        self.init(configuration: configuration, endpoint: { Endpoint($0) }, response: response)
    }

    /// A contract for the endpoints of a provider.
    init(
        configuration: ProviderConfiguration,
        endpoint: @escaping @Sendable (Target) -> Endpoint,
        response: (@Sendable (Target) -> SampleResponse)? = nil
    ) {
        self.configuration = configuration
        self.endpoint = endpoint
        self.response = response
    }

    /// Checks the sample of each entry.
    public func check(_ entries: Entry...) async -> SampleReport {
        await check(entries)
    }

    /// Checks the sample of each entry.
    public func check(_ entries: [Entry]) async -> SampleReport {
        SampleReport(rows: await rows(of: entries.map { ($0, endpoint(of: $0.target)) }))
    }

    /// The endpoint of a case, as the calls of the provider complete it.
    func endpoint(of target: Target) -> Endpoint {
        var endpoint = endpoint(target)
        endpoint.complete(by: configuration)
        return endpoint
    }

    func rows(of entries: [(Entry, Endpoint)]) async -> [SampleReport.Row] {
        var rows: [SampleReport.Row] = []
        var uses: [String: Int] = [:]
        for (entry, endpoint) in entries {
            let target = targetName(of: entry.target)
            uses[target, default: 0] += 1
            let number = uses[target, default: 1]
            let sample = await self.sample(of: entry.target, endpoint, at: entry.source)
            let name = number > 1 ? "\(target) #\(number)" : target
            let error = await error(of: entry, endpoint.responding(sample.response))
            rows.append(SampleReport.Row(name, entry.value, sample.place, error))
        }
        return rows
    }

    private func error(of entry: Entry, _ endpoint: Endpoint) async -> TernError? {
        do throws(TernError) {
            try await entry.ask(provider(for: endpoint))
            return nil
        } catch {
            return error
        }
    }

    /// The sample of a case, without its gates. For a sequence, the first response.
    private func sample(
        of target: Target,
        _ endpoint: Endpoint,
        at source: SourcePosition
    ) async -> (response: SampleResponse, place: SampleReport.Place) {
        let reads = Locked<[Fixture]>([])
        let sample = await Fixture.$reads.withValue(reads) {
            if let response { response(target) } else { await endpoint.sample(configuration.coders) }
        }
        let first = SampleSequences().response(of: sample.ungated).encoded(for: configuration.coders)
        let body = try? first.message().parts.body
        let fixture = reads.withLock { $0 }.first { $0.data == body }
        return (first, SampleReport.Place(fixturePath: fixture?.url.path, source: source))
    }

    /// A provider that uses this endpoint for its only call.
    private func provider(for endpoint: Endpoint) -> Provider<Target> {
        Provider<Target>(
            endpointClosure: { _ in endpoint },
            stubClosure: Provider<Target>.immediatelyStub
        )
        .configured { $0 = configuration }
    }
}

extension SampleContract {
    /// One case, and the check of its sample.
    public struct Entry: Sendable {
        let target: Target
        /// The type of the value. `nil` if the body isn't decoded.
        let value: String?
        let source: SourcePosition
        let ask: @Sendable (Provider<Target>) async throws(TernError) -> Void

        /// Checks that the sample decodes as the value of the call.
        public static func call<Value>(
            _ call: Call<Target, Value>,
            filePath: String = #filePath,
            line: Int = #line
        ) -> Entry {
            let source = SourcePosition(filePath: filePath, line: line)
            return Entry(target: call.target, value: "\(Value.self)", source: source) { provider throws(TernError) in
                _ = try await provider.value(call)
            }
        }

        /// Checks that the case has a sample and that the target's validation accepts it.
        public static func `case`(
            _ target: Target,
            filePath: String = #filePath,
            line: Int = #line
        ) -> Entry {
            let source = SourcePosition(filePath: filePath, line: line)
            return Entry(target: target, value: nil, source: source) { provider throws(TernError) in
                _ = try await provider.request(target)
            }
        }
    }
}

extension SampleContract.Entry: CustomReflectable {
    /// The name of the target, without its arguments, and the place of the check.
    public var customMirror: Mirror {
        Mirror(self, children: ["target": targetName(of: target), "source": source], displayStyle: .struct)
    }
}
