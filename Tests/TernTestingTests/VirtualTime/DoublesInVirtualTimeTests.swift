import Foundation
import Tern
import TernPlugins
import TernTesting
import TernURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sessions and servers with a scheduler's clock: time stands still while they work, and passes while they wait.
#if os(Linux)
    @Suite(.timeLimit(.minutes(20)))
    struct DoublesInVirtualTimeTests {
        private struct Page: TargetType {
            var baseURL = URL(string: "https://x.example")!
            var path: String { "/page" }
            var timeout: Duration?
        }

        enum Double: CaseIterable {
            case session, server
        }

        /// A provider whose requests a double responds to.
        private static func provider(
            _ double: Double,
            _ scheduler: VirtualScheduler,
            timeout: Duration? = nil,
            plugins: [any Plugin] = [],
            response: @escaping @Sendable (RecordedRequest) -> SampleResponse
        ) throws -> (request: @Sendable () async throws -> String, stop: @Sendable () -> Void) {
            switch double {
            case .session:
                let stub = StubSession(clock: scheduler.clock, journal: nil, response: response)
                let provider = Provider<Page>(
                    transport: try URLSessionTransport(configuration: stub.configuration),
                    plugins: plugins,
                    clock: scheduler.clock
                )
                return ({ try await provider.request(Page(timeout: timeout)).string() }, { _ = stub })
            case .server:
                let server = try LoopbackServer(options: .init(clock: scheduler.clock), journal: nil, handler: response)
                let provider = Provider<Page>(plugins: plugins, clock: scheduler.clock)
                let page = Page(baseURL: server.url, timeout: timeout)
                return ({ try await provider.request(page).string() }, { server.stop() })
            }
        }

        private static let url = URL(string: "https://x.example/page")!

        @Test(arguments: 1...20) func timeStandsStillUntilASessionHasResponded(run: Int) async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let stub = StubSession(clock: scheduler.clock, journal: nil) { _ in .text("hello") }
                let timer = Task { try await scheduler.clock.sleep(for: .seconds(3_600)) }
                let (data, _) = try await stub.session.data(from: Self.url)
                #expect(String(decoding: data, as: UTF8.self) == "hello")
                #expect(scheduler.now == .zero)
                timer.cancel()
                _ = await timer.result
            }
            #expect(scheduler.pendingWork.isEmpty)
        }

        @Test(arguments: 1...20) func delayOfASessionTakesVirtualTime(run: Int) async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let stub = StubSession(clock: scheduler.clock, journal: nil) { _ in
                    .chunked(["a", "b", "c"].map { Data($0.utf8) }, every: .seconds(2)).delayed(by: .seconds(5))
                }
                let (data, _) = try await stub.session.data(from: Self.url)
                #expect(String(decoding: data, as: UTF8.self) == "abc")
            }
            #expect(scheduler.now == .seconds(9))
        }

        @Test(arguments: Double.allCases, 1...10) func delayOfADoubleTakesVirtualTime(double: Double, run: Int)
            async throws
        {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let (request, stop) = try Self.provider(double, scheduler) { _ in
                    .chunked(["a", "b", "c"].map { Data($0.utf8) }, every: .seconds(2)).delayed(by: .seconds(5))
                }
                #expect(try await request() == "abc")
                stop()
            }
            #expect(scheduler.now == .seconds(9))
        }

        @Test(arguments: Double.allCases, 1...10) func timePassesWhileAGateHoldsAResponse(double: Double, run: Int)
            async throws
        {
            let scheduler = VirtualScheduler()
            let gate = SampleGate()
            try await scheduler.run {
                let (request, stop) = try Self.provider(double, scheduler) { _ in .text("hello").held(by: gate) }
                async let text = request()
                try await scheduler.clock.sleep(for: .seconds(5))
                gate.release()
                #expect(try await text == "hello")
                stop()
            }
            #expect(scheduler.now == .seconds(5))
        }

        /// The wait of the second request isn't suspended by the response to the first one, which is held for ever.
        @Test(arguments: Double.allCases, 1...10) func timeoutFiresInVirtualTime(double: Double, run: Int) async throws
        {
            let scheduler = VirtualScheduler()
            let requests = Locked(0)
            try await scheduler.run {
                let (request, stop) = try Self.provider(
                    double,
                    scheduler,
                    timeout: .seconds(5),
                    plugins: [RetryPlugin(RetryPolicy(maximumAttempts: 2, delay: .zero))]
                ) { _ in
                    let isFirst = requests.withLock {
                        $0 += 1
                        return $0 == 1
                    }
                    guard isFirst else { return .text("hello") }
                    return double == .server ? .text("").stalling() : .text("").held(by: SampleGate())
                }
                #expect(try await request() == "hello")
                stop()
            }
            #expect(scheduler.now == .seconds(5))
        }

        @Test(arguments: 1...10) func throttledBodyTakesVirtualTime(run: Int) async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let (request, stop) = try Self.provider(.server, scheduler) { _ in
                    .text("0123456789").failing(.throttled(bytesPerSecond: 1, clock: scheduler.clock))
                }
                #expect(try await request() == "0123456789")
                stop()
            }
            #expect(scheduler.now == .seconds(10))
        }

        @Test func handlerThatSleepsAndASessionWithoutMarksTakeVirtualTime() async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let server = try LoopbackServer(options: .init(clock: scheduler.clock), journal: nil) { _ in
                    try await scheduler.clock.sleep(for: .seconds(5))
                    return .text("hello")
                }
                let (data, _) = try await scheduler.outside("a client") {
                    try await URLSession.shared.data(from: server.url)
                }
                #expect(String(decoding: data, as: UTF8.self) == "hello")
                server.stop()
            }
            #expect(scheduler.now == .seconds(5))
        }

        @Test(arguments: Double.allCases) func responseThatIsNeverReleasedFailsAtOnce(double: Double) async throws {
            let scheduler = VirtualScheduler()
            let error = await #expect(throws: TestKitError.self) {
                try await scheduler.run {
                    let (request, stop) = try Self.provider(double, scheduler) { _ in .text("").held(by: SampleGate()) }
                    defer { stop() }
                    _ = try await request()
                }
            }
            #expect(error?.code == .stalled)
            #expect(error?.message.contains("waits for a test double that holds its response") == true)
            #expect(error?.message.contains("/page") == true)
        }
    }
#endif
