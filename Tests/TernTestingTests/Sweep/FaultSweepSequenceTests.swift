import Foundation
import Tern
import TernTesting
import Testing

/// Responses in order in a sweep.
@Suite(.timeLimit(.minutes(5)))
struct FaultSweepSequenceTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eachResponseOfASequenceIsFaulty() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.emptyBody, .status(500)]) { _ in
            .inOrder(.json([Book]()), thenForever: .text("[]"))
        } body: { provider in
            _ = try await provider.value(.books())
            _ = try await provider.value(.books())
        }

        #expect(
            report.rows.map { "\($0)" } == [
                "Library.books, empty body: surfaced: decodingFailed",
                "Library.books, 500: surfaced: unacceptableStatus",
                "Library.books #2, empty body: surfaced: decodingFailed",
                "Library.books #2, 500: surfaced: unacceptableStatus",
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eachCaseHasItsOwnSequenceOfAFunction() async throws {
        @Sendable func flaky(_ response: SampleResponse) -> SampleResponse {
            .inOrder(.status(503), thenForever: response)
        }
        let statuses = Locked<[Int?]>([])
        _ = try await FaultSweep.run(on: Library.self, faults: []) {
            flaky(FaultSweepTests.sample($0))
        } body: { provider in
            for target in [Library.motto, .books, .motto, .books] {
                do throws(TernError) {
                    let status = try await provider.request(target).statusCode
                    statuses.withLock { $0.append(status) }
                } catch {
                    statuses.withLock { $0.append(error.response?.statusCode) }
                }
            }
        }

        #expect(statuses.withLock(\.self) == [503, 503, 200, 200])
    }
}
