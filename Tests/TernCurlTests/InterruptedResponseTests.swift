#if os(Linux)
    import Foundation
    import Tern
    import TernCurl
    import TernHTTP
    import TernTesting
    import TernURLSession
    import TestDoubles
    import Testing

    /// Calls that end after the head of their response: their errors have the response with the bytes that arrived.
    @Suite(.timeLimit(.minutes(20)))
    struct InterruptedResponseTests {
        enum Engine: CaseIterable { case stub, curl, urlSession }

        enum End: CaseIterable {
            case broken, cancelled, timedOut

            var code: TernError.Code {
                switch self {
                case .broken: .connectionLost
                case .cancelled: .cancelled
                case .timedOut: .timedOut
                }
            }
        }

        /// Asks for the head of each response.
        private struct HeadReader: Plugin {
            nonisolated(nonsending) func intercept(
                _ request: Request,
                context: RequestContext,
                next: Next
            ) async throws -> Response {
                try await next(request) { _ in }
            }
        }

        private static func error(
            of engine: Engine,
            endingWith sample: SampleResponse,
            _ end: End,
            plugins: [any Plugin] = []
        ) async throws -> TernError? {
            let clock = ManualClock()
            let server = try LoopbackServer { _ in sample }
            let provider: Provider<OpenTarget> =
                switch engine {
                case .stub: Provider(returning: sample, plugins: plugins, clock: clock)
                case .curl: Provider(transport: try CurlTransport(), plugins: plugins, clock: clock)
                case .urlSession: Provider(transport: URLSessionTransport(), plugins: plugins, clock: clock)
                }
            let target = OpenTarget(baseURL: server.url, validation: .none, timeout: .seconds(10))
            let (pieces, received) = AsyncStream.makeStream(of: Int64.self)
            let call = Task {
                try await provider.request(
                    target,
                    options: CallOptions { progress in
                        if progress.receivedBytes > 0 { received.yield(progress.receivedBytes) }
                    }
                )
            }
            if end != .broken {
                for await count in pieces where count >= 4 { break }
                if end == .cancelled { call.cancel() }
            }
            if end == .timedOut {
                await clock.waitForSleepers(atLeast: 1)
                clock.advance(by: .seconds(10))
            }
            do {
                _ = try await call.value
                return nil
            } catch {
                return error as? TernError
            }
        }

        @Test(arguments: Engine.allCases, End.allCases)
        func errorHasTheHeadAndTheBytesSoFar(engine: Engine, end: End) async throws {
            let gate = SampleGate()
            defer { gate.release() }
            let text = SampleResponse.text("half and more", headers: ["X-Head": "1"])
            let sample = end == .broken ? text.breakingOff(after: 4) : text.held(by: gate, after: 4)

            let error = try await Self.error(of: engine, endingWith: sample, end)

            #expect(error?.code == end.code)
            #expect(error?.response?.statusCode == 200)
            #expect(error?.response?.headers["X-Head"] == "1")
            #expect(error?.response?.data == Data("half".utf8))
            #expect(error?.response?.request != nil)
        }

        @Test(arguments: Engine.allCases)
        func pluginThatAsksForTheHeadReceivesTheSameError(engine: Engine) async throws {
            let sample = SampleResponse.text("half and more").breakingOff(after: 4)

            let error = try await Self.error(of: engine, endingWith: sample, .broken, plugins: [HeadReader()])

            #expect(error?.code == .connectionLost)
            #expect(error?.response?.data == Data("half".utf8))
        }

        /// A part of a body is shown by the rules for whole bodies.
        @Test(arguments: Engine.allCases) func textsShowNoValueOfTheBytes(engine: Engine) async throws {
            let json = Data(#"{"password":"hunter2","iban":"DE02"}"#.utf8)
            let sample = SampleResponse.data(json, headers: ["Content-Type": "application/json"])
                .breakingOff(after: json.count - 1)

            let error = try #require(try await Self.error(of: engine, endingWith: sample, .broken))

            #expect(error.response?.data == json.dropLast())
            for text in [error.description, error.debugDescription, error.localizedDescription] {
                #expect(!text.contains("hunter2"))
                #expect(!text.contains("DE02"))
            }
        }
    }
#endif
