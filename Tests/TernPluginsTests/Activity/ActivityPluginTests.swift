import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import TestRounds
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ActivityPluginTests {
    private let reports = Watched<[NetworkActivity]>([])

    private var plugin: ActivityPlugin { ActivityPlugin { [reports] in reports.append($0) } }

    @Test func callHasOneBeginningAndOneEnd() async throws {
        let provider = Provider<GitHub>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        _ = try await provider.value(.user("octocat"))

        #expect(reports.value.map(\.change) == [.began, .ended])
        #expect(reports.value.map(\.count) == [1, 0])
        #expect(reports.value.allSatisfy { if case GitHub.user("octocat") = $0.target { true } else { false } })
        #expect(reports.value.map(\.description) == ["GitHub.user began, 1 running", "GitHub.user ended, 0 running"])
    }

    @Test(arguments: [(true, [1, 0]), (false, [1, 0, 1, 0, 1, 0])])
    func orderOfPluginsDecidesBetweenCallsAndAttempts(isBefore: Bool, counts: [Int]) async throws {
        let plugins: [any Plugin] = isBefore ? [plugin, RetryingPlugin()] : [RetryingPlugin(), plugin]
        let provider = Provider<OpenTarget>(returning: .status(500), plugins: plugins)
        await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
        #expect(reports.value.map(\.count) == counts)
    }

    @Test func providersShareTheCount() async throws {
        let (gate, plugin) = (SampleGate(), plugin)
        let first = Provider<OpenTarget>(returning: .status(200).held(by: gate), plugins: [plugin])
        let second = Provider<OpenTarget>(returning: .status(200).held(by: gate), plugins: [plugin])
        async let one = first.request(OpenTarget())
        async let other = second.request(OpenTarget())
        await reports.entries(atLeast: 2)
        #expect(plugin.count == 2)
        gate.release()
        _ = try await (one, other)
        #expect(reports.value.map(\.count) == [1, 2, 1, 0])
        #expect(plugin.count == 0)
    }

    @Test func reportsOfManyThreadsKeepTheOrderOfTheChanges() async throws {
        let calls = Rounds.count(500, part: 100)
        let provider = Provider<OpenTarget>(returning: .status(200), plugins: [plugin])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<calls { _ = try? await provider.request(OpenTarget()) } }
            }
        }
        #expect(reports.value.count == 16 * calls)
        #expect(Self.imbalance(of: reports.value) == nil)
    }

    // MARK: - Interleavings

    /// `nil` if each count differs by one from the count before, and the last one is 0.
    private static func imbalance(of reports: [NetworkActivity]) -> String? {
        var count = 0
        for report in reports {
            count += report.change == .began ? 1 : -1
            guard report.count == count, count >= 0 else { return "\(report.count) is reported instead of \(count)." }
        }
        return count == 0 ? nil : "\(count) calls have no end."
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false]) func countsAreBalancedInAnyOrder(isBeforeRetries: Bool) async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let reports = Watched<[NetworkActivity]>([])
            let plugin = ActivityPlugin { reports.append($0) }
            await PluginStory.run(plugin, isBeforeRetries: isBeforeRetries, scheduler)
            if let imbalance = Self.imbalance(of: reports.value) { throw Violation(imbalance) }
            let calls = reports.value.count / 2
            guard isBeforeRetries ? calls == PluginStory.paths.count : calls > PluginStory.paths.count else {
                throw Violation("\(calls) calls are reported.")
            }
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// Forgets the end of a call that was cancelled while it waited.
    private struct ForgetfulPlugin: Plugin {
        let count = Watched(0)

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            count.update { $0 += 1 }
            do {
                let response = try await next(request)
                count.update { $0 -= 1 }
                return response
            } catch {
                if (error as? TernError)?.code != .cancelled { count.update { $0 -= 1 } }
                throw error
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func forgottenEndIsFound() async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let plugin = ForgetfulPlugin()
            await PluginStory.run(plugin, scheduler)
            if plugin.count.value != 0 { throw Violation("\(plugin.count.value) calls have no end.") }
        }
        #expect(failure?.failure.contains("have no end") == true, "\(failure as Any)")
    }
}
