import Foundation
import Tern

/// Checks that the samples of a target can be decoded as the values of its calls.
///
/// ```swift
/// let report = await SampleContract<GitHub>().check(
///     .call(.user("octocat")), .call(.repositories()), .case(.zen))
/// try report.get()        // throws one error that lists every problem
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
    private let response: (@Sendable (Target) -> SampleResponse)?

    /// - Parameters:
    ///   - configuration: The configuration of the provider in production, because the result depends on its decoder.
    ///     The default configuration by default.
    ///   - response: Makes the sample response for a case. Status 200 with the target's `sampleData` by default.
    public init(
        configuration: ProviderConfiguration = ProviderConfiguration(),
        response: (@Sendable (Target) -> SampleResponse)? = nil
    ) {
        self.configuration = configuration
        self.response = response
    }

    /// Checks the sample of each entry.
    public func check(_ entries: Entry...) async -> SampleReport {
        await check(entries)
    }

    /// Checks the sample of each entry.
    public func check(_ entries: [Entry]) async -> SampleReport {
        var rows: [SampleReport.Row] = []
        var uses: [String: Int] = [:]
        for entry in entries {
            uses[entry.name, default: 0] += 1
            let number = uses[entry.name, default: 1]
            let name = number > 1 ? "\(entry.name) #\(number)" : entry.name
            rows.append(SampleReport.Row(name: name, value: entry.value, outcome: await outcome(of: entry)))
        }
        return SampleReport(rows: rows)
    }

    /// A provider whose responses are the samples, changed by `change`.
    func provider(_ change: (@Sendable (SampleResponse) -> SampleResponse)? = nil) -> Provider<Target> {
        Provider<Target>(
            endpointClosure: { [response] target in
                let endpoint = Endpoint(target)
                let sample = response?(target).ungated ?? endpoint.sampleResponseClosure()
                return endpoint.responding(change?(sample) ?? sample)
            },
            stubClosure: Provider<Target>.immediatelyStub
        )
        .configured { $0 = configuration }
    }

    private func outcome(of entry: Entry) async -> SampleReport.Outcome {
        do throws(TernError) {
            try await entry.ask(provider())
            return .passed
        } catch {
            return error.code == .missingSample ? .missing(error) : .failed(SampleReport.Failure(error))
        }
    }
}

extension SampleContract {
    /// One case, and the check of its sample.
    public struct Entry: Sendable {
        /// The case without its arguments.
        let name: String
        /// The type of the value. `nil` if the body isn't decoded.
        let value: String?
        let ask: @Sendable (Provider<Target>) async throws(TernError) -> Void

        /// Checks that the sample decodes as the value of the call.
        public static func call<Value>(_ call: Call<Target, Value>) -> Entry {
            Entry(name: targetName(of: call.target), value: "\(Value.self)") { provider throws(TernError) in
                _ = try await provider.value(call)
            }
        }

        /// Checks that the case has a sample and that the target's validation accepts it.
        public static func `case`(_ target: Target) -> Entry {
            Entry(name: targetName(of: target), value: nil) { provider throws(TernError) in
                _ = try await provider.request(target)
            }
        }
    }
}
