import Foundation
import Tern

/// Checks that samples are what the calls of a target expect.
///
/// ```swift
/// let report = await SampleContract<GitHub>().check(
///     .call(.user("octocat")), .call(.repositories()), .case(.zen))
/// try report.get()        // throws one error that lists all that is wrong
/// ```
///
/// The samples are the target's `sampleData`, or what a closure answers:
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
/// Each is decoded as a live answer would be: through a provider, its target's validation included. A sample that a
/// gate holds is not waited for.
public struct SampleContract<Target: TargetType>: Sendable {
    private let configuration: ProviderConfiguration
    private let answer: (@Sendable (Target) -> SampleResponse)?

    /// - Parameters:
    ///   - configuration: That of the provider in production: its decoder matters. The default one by default.
    ///   - answer: The sample of a case. Status 200 with the target's `sampleData` by default.
    public init(
        configuration: ProviderConfiguration = ProviderConfiguration(),
        answer: (@Sendable (Target) -> SampleResponse)? = nil
    ) {
        self.configuration = configuration
        self.answer = answer
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

    /// A provider of samples.
    func provider(_ change: (@Sendable (SampleResponse) -> SampleResponse)? = nil) -> Provider<Target> {
        Provider<Target>(
            endpointClosure: { [answer] target in
                let endpoint = Endpoint(target)
                let sample = answer?(target).ungated ?? endpoint.sampleResponseClosure()
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
    /// One case, and what its sample has to be.
    public struct Entry: Sendable {
        /// The case, without its arguments.
        let name: String
        /// The type of the value. `nil` where any body will do.
        let value: String?
        let ask: @Sendable (Provider<Target>) async throws(TernError) -> Void

        /// The sample has to decode as the call's value.
        public static func call<Value>(_ call: Call<Target, Value>) -> Entry {
            Entry(name: targetName(of: call.target), value: "\(Value.self)") { provider throws(TernError) in
                _ = try await provider.value(call)
            }
        }

        /// There has to be a sample, and the target's validation has to accept it.
        public static func `case`(_ target: Target) -> Entry {
            Entry(name: targetName(of: target), value: nil) { provider throws(TernError) in
                _ = try await provider.request(target)
            }
        }
    }
}
