import Foundation
import Tern
import TernTesting
import Testing

/// Every engine, in every behaviour. What an engine can't do is in its list of exceptions, which has to stay true: a
/// listed case that passes is a failure.
@Suite(.timeLimit(.minutes(5)))
struct ConformanceTests {
    #if os(Linux)
        // One after another: hundreds of servers at a time would starve the other suites, which run beside this.
        @Test(.serialized, arguments: TransportConformance.cases)
        func libcurlConforms(_ item: TransportConformance.Case) async throws {
            try await run(item, except: .curl) { try CurlTransport($0) }
        }
    #endif

    // One after another, as above; and FoundationNetworking keeps a core busy for each request that waits.
    @Test(.serialized, arguments: TransportConformance.cases)
    func urlSessionConforms(_ item: TransportConformance.Case) async throws {
        try await run(item, except: .urlSession) { try URLSessionTransport($0) }
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

    private func run(
        _ item: TransportConformance.Case,
        except exceptions: EngineExceptions,
        _ makeTransport: @escaping TransportConformance.MakeTransport
    ) async throws {
        switch exceptions[item.name] {
        case nil:
            try await item.run(makeTransport)
        case .fails(let reason):
            // Most fail at once; those that hang are given up soon.
            await withKnownIssue(Comment(rawValue: reason)) { try await item.run(within: .seconds(1), makeTransport) }
        case .failsAtTimes(let reason):
            // A race inside the engine, which either side may win.
            await withKnownIssue(Comment(rawValue: reason), isIntermittent: true) {
                try await item.run(within: .seconds(1), makeTransport)
            }
        case .endsTheProcess:
            break
        }
    }
}
