import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

/// The names of targets in texts, metrics and checks.
@Suite(.timeLimit(.minutes(20)))
struct TargetNameTests {
    /// Its description says nothing about the case, and its payloads are secrets.
    private enum DescribedAPI: TargetType, CustomStringConvertible, CustomDebugStringConvertible {
        enum Kind { case open, closed }

        case list
        case create
        case show(id: Int?)
        case filter(Kind)
        indirect case batch(DescribedAPI)
        case both(Kind?, String)

        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/" }
        var description: String { "hunter2" }
        var debugDescription: String { "hunter2" }
    }

    private enum MirroredAPI: TargetType, CustomReflectable {
        case list
        case create

        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/" }
        var customMirror: Mirror { Mirror(self, children: ["hunter2": 1], displayStyle: .enum) }
    }

    private enum RawAPI: String, TargetType {
        case list = "/hunter2"
        case create = "/create"

        var baseURL: URL { OpenTarget().baseURL }
        var path: String { rawValue }
    }

    private struct DescribedTarget: TargetType, CustomStringConvertible {
        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/" }
        var description: String { "hunter2" }
    }

    @Test func eachCaseHasItsNameWhateverTheDescriptionSays() {
        let targets: [any TargetType] = [
            DescribedAPI.list, DescribedAPI.create, DescribedAPI.show(id: nil), DescribedAPI.show(id: 1),
            DescribedAPI.filter(.open), DescribedAPI.batch(.list), DescribedAPI.both(nil, "hunter2"),
            MirroredAPI.list, MirroredAPI.create, RawAPI.list, RawAPI.create, GitHub.user(login: "hunter2"),
            DescribedTarget(), OpenTarget(),
        ]
        let names = [
            "DescribedAPI.list", "DescribedAPI.create", "DescribedAPI.show", "DescribedAPI.show",
            "DescribedAPI.filter", "DescribedAPI.batch", "DescribedAPI.both",
            "MirroredAPI.list", "MirroredAPI.create", "RawAPI.list", "RawAPI.create", "GitHub.user",
            "DescribedTarget", "OpenTarget",
        ]
        #expect(targets.map { targetName(of: $0) } == names)
        #expect(targets.map { targetName(of: MultiTarget(MultiTarget($0))) } == names)
    }

    @Test func metricsOfCasesOfADescribedTypeAreSeparate() async throws {
        let metrics = MetricsPlugin()
        let provider = Provider<DescribedAPI>(
            stubClosure: Provider.immediatelyStub,
            plugins: [metrics]
        )
        for target in [DescribedAPI.list, .create, .create] { _ = try? await provider.request(target) }

        #expect(metrics.snapshot.targets.map(\.name) == ["DescribedAPI.create", "DescribedAPI.list"])
        #expect(metrics.snapshot["DescribedAPI.create"]?.count == 2)
    }
}
