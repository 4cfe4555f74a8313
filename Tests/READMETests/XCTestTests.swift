#if canImport(XCTest)
    import Tern
    import TernPlugins
    import TernTesting
    import XCTest

    /// Runs the snippets of the guide on XCTest.
    final class XCTestTests: XCTestCase {
        private let journal = Journal()

        override func invokeTest() {
            Journal.$current.withValue(journal) { super.invokeTest() }
        }

        override func tearDown() async throws {
            for finding in await journal.settledFindings() { XCTFail("\(finding)") }
        }

        func testSearchFindsAnIssue() async throws {
            let issues = Provider<Issues>.stub(.on(.search("crash"), .json([Issue(number: 7, title: "Crash")])))

            let found = try await issues.value(.search("crash"))

            XCTAssertEqual(found.map(\.number), [7])
            XCTAssertEqual(journal.requests.map(\.path), ["/v1/issues"])
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func testRetryTakesNoRealTime() async throws {
            let scheduler = VirtualScheduler()
            let issues = Provider<Issues>.stub(
                .on(.search("crash"), .inOrder(.status(503), .json([Issue(number: 7, title: "Crash")]))),
                plugins: [RetryPlugin()],
                clock: scheduler.clock
            )

            let found = try await scheduler.run { try await issues.value(.search("crash")) }

            XCTAssertEqual(found.map(\.number), [7])
            XCTAssertGreaterThan(scheduler.now, .zero)
        }

        func testCallThatEndsSoonIsNoFinding() async throws {
            let gate = SampleGate()
            let issues = Provider<Issues>.stub { _ in .status(204).held(by: gate) }
            Task { _ = try await issues.request(.close(number: 7)) }
            await gate.waitForArrivals(atLeast: 1)

            XCTAssertEqual(journal.findings().map(\.kind), [.inFlight])
            gate.release()
        }
    }
#endif
