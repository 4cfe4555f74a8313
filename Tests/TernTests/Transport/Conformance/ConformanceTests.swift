import Foundation
import Tern
import TernConformance
import TernTesting
import Testing

/// Every engine, in every behaviour. What an engine can't do is in its list of exceptions, which has to stay true: a
/// listed case that passes is a failure.
@Suite(.timeLimit(.minutes(5)))
struct ConformanceTests {
    /// So many cases at a time: hundreds of servers would starve the other suites, which run beside this, and
    /// FoundationNetworking keeps a core busy for each request that waits; one by one, the waits would add up.
    private static let lanes = 0..<4

    /// With cases that an engine fails: most fail at once, and those that hang are given up soon.
    private static let patience = Duration.milliseconds(250)

    #if os(Linux)
        @Test(arguments: lanes) func libcurlConforms(lane: Int) async throws {
            try await runCases(of: lane, except: .curl) { try CurlTransport($0) }
        }
    #endif

    @Test(arguments: lanes) func urlSessionConforms(lane: Int) async throws {
        try await runCases(of: lane, except: .urlSession) { try URLSessionTransport($0) }
    }

    @Test func namesOfCasesAreUnique() {
        let names = TransportConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 300)
    }

    @Test(arguments: [EngineExceptions.urlSession, .curl])
    func exceptionsAreAboutCasesThatExist(_ exceptions: EngineExceptions) {
        let names = Set(TransportConformance.cases.map(\.name))
        #expect(exceptions.names.subtracting(names) == [])
    }

    private func runCases(
        of lane: Int,
        except exceptions: EngineExceptions,
        _ makeTransport: @escaping TransportConformance.MakeTransport
    ) async throws {
        let cases = TransportConformance.cases
        for index in stride(from: lane, to: cases.count, by: Self.lanes.count) {
            try Task.checkCancellation()
            do {
                try await run(cases[index], except: exceptions, makeTransport)
            } catch {
                // It names the case.
                Issue.record(error)
            }
        }
    }

    private func run(
        _ item: TransportConformance.Case,
        except exceptions: EngineExceptions,
        _ makeTransport: @escaping TransportConformance.MakeTransport
    ) async throws {
        switch exceptions[item.name] {
        case nil:
            try await item.run(makeTransport)
        case .fails(let reason):
            await withKnownIssue(Comment(rawValue: reason)) {
                try await item.run(within: Self.patience, makeTransport)
            }
        case .failsAtTimes(let reason):
            // A race inside the engine, which either side may win.
            await withKnownIssue(Comment(rawValue: reason), isIntermittent: true) {
                try await item.run(within: Self.patience, makeTransport)
            }
        case .endsTheProcess:
            break
        }
    }
}
