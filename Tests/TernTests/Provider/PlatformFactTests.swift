#if os(Linux)
    import TestDoubles
    import Foundation
    import Tern
    import TernConformance
    import TernTesting
    import Testing

    /// Each defect of FoundationNetworking, checked on the transport that Tern uses instead. Custom roots, pins and
    /// client certificates are in `TLSTrustTests` and `TLSIdentityTests`, fields with line breaks in
    /// `RequestCheckTests`.
    @Suite(.timeLimit(.minutes(20)))
    struct PlatformFactTests {
        private static let cases = Dictionary(
            TransportConformance.cases.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )

        @Test(arguments: PlatformFact.unsafeAreas) func areaIsSafeHere(_ fact: PlatformFact) async throws {
            try await run(fact)
        }

        @Test(arguments: PlatformFact.wrongBehaviours) func defectIsAbsentHere(_ fact: PlatformFact) async throws {
            try await run(fact)
        }

        private func run(_ fact: PlatformFact) async throws {
            for name in fact.cases {
                let item = try #require(Self.cases[name], "There is no case \"\(name)\".")
                // The other tests of the run may take the machine's time.
                try await item.run(within: .seconds(200)) { try .platform($0) }
            }
        }

        @Test func transportWorksAfterFiveThousandCancellationsNearCompletion() async throws {
            let calls = Locked<[String: Task<Int, any Error>]>([:])
            let server = try LoopbackServer(options: .init(recordedRequests: 0)) { request in
                calls.withLock { $0[request.path] }?.cancel()
                return .text("fine")
            }
            let transport: PlatformTransport = .platform
            var endings = 0
            for round in 0..<50 {
                let tasks = (0..<100).map { number in
                    let path = "/\(round)/\(number)"
                    let request = Request(url: server.url.appending(path: path))
                    return calls.withLock { calls in
                        let task = Task { try await transport.response(to: request).statusCode }
                        calls[path] = task
                        return task
                    }
                }
                for task in tasks {
                    switch await task.result {
                    case .success(let status): #expect(status == 200)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                    endings += 1
                }
            }
            #expect(endings == 5_000)
            let last = Request(url: server.url.appending(path: "/last"))
            #expect(try await transport.response(to: last).statusCode == 200)
        }

        @Test func ipv6AddressesAndInvalidPortsHaveTheirCodes() async throws {
            let provider = Provider<LiveTarget>()
            let closed = try ClosedLoopbackPort()
            let port = try #require(closed.url.port)
            // Without IPv6 on this machine, there is no route to the address.
            let address = try #require(URL(string: "http://[::1]:\(port)"))
            let error = await #expect(throws: TernError.self) { try await provider.request(LiveTarget(address, "/")) }
            #expect([.connectionRefused, .notConnected].contains(error?.code))
            let badPort = try #require(URL(string: "http://127.0.0.1:99999"))
            #expect(await failure { try await provider.request(LiveTarget(badPort, "/")) }?.code == .invalidURL)
            withExtendedLifetime(closed) {}
        }
    }
#endif
