import Foundation
import Tern
import TernCache
import TernConformance
import TernTesting
import TernURLSession
import TestDoubles
import TestRounds
import Testing

/// Runs every conformance case on every engine. ``EngineExceptions`` lists the cases that an engine fails. A complete run
/// runs these, too: a listed case that passes is a failure.
@Suite(.timeLimit(.minutes(20)))
struct ConformanceTests {
    /// Four cases run concurrently. Hundreds of servers would starve the other suites, and FoundationNetworking keeps a
    /// core busy for each waiting request. Run one by one, the waits of the cases would add up.
    private static let lanes = 0..<4

    /// The time limit of the cases that an engine fails. Most of them fail at once, and the others hang.
    private static let limitOfFailingCases = Duration.milliseconds(250)

    #if os(Linux)
        @Test(arguments: lanes) func libcurlConforms(lane: Int) async throws {
            try await runCases(of: lane, except: .curl) { try CurlTransport($0) }
        }

        @Test(arguments: lanesOfURLSession) func libcurlBelowACacheConforms(lane: Int) async throws {
            try await runCases(of: lane, except: .curl) { try CurlTransport($0).cached(by: HTTPCache()) }
        }
    #endif

    #if canImport(FoundationNetworking)
        private static let exceptionsOfURLSession = EngineExceptions.urlSession
        /// A quarter of the cases by default: each of them keeps a core busy, and this isn't the engine of Linux. The
        /// same for engines below a cache.
        private static let lanesOfURLSession = lanes.prefix(Rounds.count(lanes.count, part: 1))
    #else
        private static let exceptionsOfURLSession = EngineExceptions.appleURLSession
        private static let lanesOfURLSession = lanes
    #endif

    @Test(arguments: lanesOfURLSession) func urlSessionConforms(lane: Int) async throws {
        try await runCases(of: lane, except: Self.exceptionsOfURLSession) { try URLSessionTransport($0) }
    }

    @Test(arguments: lanesOfURLSession) func urlSessionBelowACacheConforms(lane: Int) async throws {
        try await runCases(of: lane, except: Self.exceptionsOfURLSession) {
            try URLSessionTransport($0).cached(by: HTTPCache())
        }
    }

    @Test func namesOfCasesAreUnique() {
        let names = TransportConformance.cases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 300)
    }

    @Test(arguments: [EngineExceptions.urlSession, .appleURLSession, .curl])
    func exceptionsNameExistingCases(_ exceptions: EngineExceptions) {
        #expect(exceptions.unknownNames(among: TransportConformance.cases.map(\.name)) == [])
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
                // The error names the case.
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
            try await item.run(within: .seconds(200), makeTransport)
        // Most of the failing cases keep a core busy while they hang.
        case .fails where !Rounds.areComplete, .failsAtTimes where !Rounds.areComplete: break
        case .fails(let reason):
            // Not a known issue of Swift Testing: hundreds of them would hide the output of the run.
            await #expect(throws: (any Error).self, "\(item.name) passes. Remove it from the list: \(reason)") {
                try await item.run(within: Self.limitOfFailingCases, makeTransport)
            }
        case .failsAtTimes:
            // A race inside the engine decides whether the case passes. It must end in any case.
            _ = try? await item.run(within: Self.limitOfFailingCases, makeTransport)
        case .isNotRun:
            break
        }
    }
}
