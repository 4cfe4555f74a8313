import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct LogPluginTests {
    private let log = Watched<[LogPlugin.Entry]>([])

    private var texts: [String] { log.value.map(\.text) }

    private func provider(
        _ style: LogPlugin.Style = .line,
        _ sample: SampleResponse = .json(["name": "ada"]),
        delay: Duration = .zero,
        clock: any Clock<Duration> = ImmediateClock(),
        other: [any Plugin] = []
    ) -> Provider<OpenTarget> {
        Provider(
            endpointClosure: { Endpoint($0).responding(sample) },
            stubClosure: Provider.delayedStub(delay),
            plugins: other + [LogPlugin(style) { [log] in log.append($0) }],
            clock: clock
        )
    }

    // MARK: - Styles

    @Test func lineHasMethodURLStatusLengthAndTime() async throws {
        _ = try await provider(delay: .milliseconds(231)).request(OpenTarget())
        _ = try await provider(delay: .milliseconds(2_345)).request(OpenTarget())

        #expect(
            texts == [
                "#1 < 200 GET https://api.example.com/things, 14 bytes, 231 ms",
                "#1 < 200 GET https://api.example.com/things, 14 bytes, 2.35 s",
            ]
        )
        #expect(log.value.map(\.level) == [.info, .info])
    }

    @Test func lineSaysWhatACacheDid() async throws {
        for status in [200, 404] {
            let transport = RecordingTransport { _ in
                var response = Response(statusCode: status)
                response.cache = .hit(age: .milliseconds(5_400))
                return response
            }
            let plugin = LogPlugin { [log] in log.append($0) }
            let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin], clock: ImmediateClock())
            _ = try? await provider.request(OpenTarget())
        }

        #expect(texts[0] == "#1 < 200 GET https://api.example.com/things, 0 bytes, 0 ms, hit, 5.0 seconds old")
        #expect(
            texts[1].hasPrefix(
                "#1 ! GET https://api.example.com/things, 0 ms, hit, 5.0 seconds old: unacceptableStatus: "
            )
        )
    }

    @Test func failureHasCodeAndReason() async throws {
        _ = try? await provider(.line, .status(404)).request(OpenTarget())
        _ = try? await provider(.line, .networkError(URLError(.notConnectedToInternet))).request(OpenTarget())
        let broken = InterceptingPlugin { _, _, _ in throw Broken() }
        _ = try? await Provider<OpenTarget>(plugins: [LogPlugin { [log] in log.append($0) }, broken]).request(
            OpenTarget()
        )

        #expect(log.value.map(\.level) == [.error, .error, .error])
        #expect(texts[0].hasPrefix("#1 ! GET https://api.example.com/things, 0 ms: unacceptableStatus: "))
        #expect(texts[1].hasPrefix("#1 ! GET https://api.example.com/things, 0 ms: notConnected: "))
        #expect(texts[2].contains("pluginFailed: Plugin InterceptingPlugin threw an error. (Broken)"))
    }

    @Test func cancellationIsNoError() async throws {
        let clock = ManualClock()
        let call = Task { [provider = provider(delay: .seconds(1), clock: clock)] in
            try await provider.request(OpenTarget())
        }
        await clock.waitForSleepers(atLeast: 1)
        call.cancel()
        _ = await call.result

        #expect(log.value.map(\.level) == [.info])
        #expect(texts[0].contains("cancelled"))
    }

    @Test func fieldsAreBelowTheLine() async throws {
        let provider = provider(.fields, .text("a", headers: ["Set-Cookie": "sid=1", "X-A": "b"]))
        _ = try await provider.request(
            OpenTarget(
                method: .post,
                task: .json(["a": 1]),
                headers: ["Authorization": "Bearer hunter2", "Accept": "a/b"]
            )
        )

        #expect(
            texts[0] == """
                #1 > POST https://api.example.com/things
                  Authorization: <redacted>
                  Accept: a/b
                  Content-Type: application/json
                """
        )
        #expect(texts[1].contains("\n  Set-Cookie: <redacted>\n  X-A: <redacted>"))
        #expect(log.value.map(\.level) == [.debug, .info])
    }

    @Test func bodiesAreBelowTheFields() async throws {
        let provider = provider(.bodies(), .text(#"{"b":[1,{}],"token":"hunter2","a":[]}"#))
        _ = try await provider.request(OpenTarget(method: .post, task: .form(["q": "x", "password": "hunter2"])))

        #expect(texts[0].hasSuffix("\n  q=x&password=<redacted>"))
        #expect(
            texts[1].hasSuffix(
                """

                  {
                    "a" : [
                    ],
                    "b" : [
                      1,
                      {
                      }
                    ],
                    "token" : "<redacted>"
                  }
                """
            )
        )
    }

    /// Server texts can quote a secret under a harmless name.
    @Test func secretsThatLaterPluginsAddAreRedacted() async throws {
        let target = OpenTarget(authorization: .bearer)
        let headers: HTTPHeaders = ["Warning": "you sent hunter2"]
        let sample = SampleResponse(status: 418, headers: headers, body: Data("Not hunter2".utf8))
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(sample) },
            stubClosure: Provider.immediatelyStub,
            plugins: [LogPlugin(.bodies()) { [log] in log.append($0) }, AuthorizationPlugin { _ in "hunter2" }]
        )
        _ = try? await provider.request(target)

        #expect(log.value.count == 2)
        #expect(texts.contains { $0.contains("Warning: you sent <redacted>") })
        #expect(texts.filter { $0.contains("hunter2") } == [])
    }

    @Test(arguments: [LogPlugin.Style.line, .fields, .curl()])
    func secretOfAFieldIsRedactedInTheURL(style: LogPlugin.Style) async throws {
        let target = OpenTarget(path: "/v1/k3yvalue", headers: ["X-Api-Key": "k3yvalue"])
        _ = try await provider(style).request(target)

        #expect(!texts.isEmpty)
        #expect(texts.filter { $0.contains("k3yvalue") } == [])
    }

    @Test(arguments: [0, 1, 10, 100, -1, Int.max]) func bodiesAreCutAtTheLimit(limit: Int) async throws {
        let text = String(repeating: "ä", count: 1_000)
        for sample in [SampleResponse.text(text), .json(["a": text]), .json(Array(repeating: 12, count: 1_000))] {
            _ = try await provider(.bodies(limit: limit), sample).request(OpenTarget())
        }
        for text in texts.filter({ $0.contains("<") && limit < 1_000 }) {
            let body = text.split(separator: "\n").filter {
                !$0.contains(": ") && !$0.hasPrefix("#") && !$0.hasPrefix("  (")
            }
            #expect(body.joined().utf8.count <= max(0, limit) * 4 + 10)
            #expect(!text.contains("\u{FFFD}"))
        }
    }

    @Test func otherBodiesAreNamed() async throws {
        _ = try await provider(.bodies(), .data(Data([0xFF, 0]))).request(
            OpenTarget(method: .post, task: .stream(length: 0) { AsyncStream<Data> { $0.finish() } })
        )
        let stream = try await provider(.bodies()).stream(OpenTarget())

        #expect(texts[0].hasSuffix("\n  (a stream of 0 bytes)"))
        #expect(texts[1].hasSuffix("\n  (2 bytes of application/octet-stream)"))
        #expect(texts[3].hasSuffix("\n  (a stream)"))
        // The body is still there.
        var body = Data()
        for try await chunk in stream { body += chunk }
        #expect(body == Data(#"{"name":"ada"}"#.utf8))
    }

    @Test func commandPrecedesTheLine() async throws {
        _ = try await provider(.curl()).request(OpenTarget(headers: ["Authorization": "Bearer hunter2"]))

        #expect(texts[0].hasPrefix("#1 >\ncurl --globoff"))
        #expect(texts[0].contains("-H 'Authorization: <redacted>'"))
        #expect(texts[1].hasPrefix("#1 < 200 GET"))
    }

    @Test func attemptsAreNumbered() async throws {
        _ = try? await provider(.line, .status(500), other: [RetryingPlugin()]).request(OpenTarget())

        #expect(texts.map { String($0.prefix(17)) } == ["#1 ! GET https://", "#1, attempt 2 ! G", "#1, attempt 3 ! G"])
    }

    @Test func controlCharactersAreNotWritten() async throws {
        let provider = provider(.bodies(), .text("a\u{1B}[2Jb", headers: ["X-A": "c\u{7}d"]))
        _ = try await provider.request(OpenTarget())

        #expect(!texts.joined().unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}"])
    func linesOfABodyAreIndented(lineBreak: String) async throws {
        let forged = "#7 < 200 GET https://api.example.com/admin, 2 bytes, 1 ms"
        _ = try await provider(.bodies(), .text("a\(lineBreak)\(forged)")).request(OpenTarget())

        let lines = texts.joined(separator: "\n").split(whereSeparator: \.isNewline)
        #expect(!lines.contains { $0.hasPrefix("#7") })
    }

    @Test func clockThatJumpsIsHarmless() async throws {
        let clock = JumpingClock()
        for offset in [-1e15, 1e15, -0.5] {
            clock.jump(to: .zero)
            let jump = InterceptingPlugin { request, _, next in
                clock.jump(to: .seconds(offset))
                return try await next(request)
            }
            let plugins: [any Plugin] = [LogPlugin { [log] in log.append($0) }, jump]
            _ = try await Provider<OpenTarget>(returning: .text("a"), plugins: plugins, clock: clock).request(
                OpenTarget()
            )
        }
        #expect(texts.map { $0.suffix(8) } == ["000.00 s", "000.00 s", " -500 ms"])
    }

    // MARK: - Sinks

    @Test func textIsMadeOnlyWhenItIsRead() async throws {
        let reads = Watched(0)
        struct Counting: TargetType, CustomStringConvertible {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: String { "/" }
            var sampleData: Data { Data("a".utf8) }
            var description: String { "" }
        }
        let body = RequestBody.stream { () -> AsyncStream<Data> in
            reads.update { $0 += 1 }
            return AsyncStream { $0.finish() }
        }
        let entry = LogPlugin.Entry(
            .debug,
            LogWriter(
                style: .bodies(),
                exposesSecrets: false,
                request: Request(url: URL(string: "https://a.example")!, method: .post, body: body),
                context: RequestContext(target: Counting())
            ),
            .request
        )
        #expect(entry.text == entry.description)
        #expect(reads.value == 0)
    }

    /// A sink may block a call until another call has ended.
    // The sink blocks a thread of the pool.
    @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
    func sinkThatBlocksDelaysOnlyItsOwnCall() async throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let blocked = Watched(false)
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                LogPlugin { entry in
                    guard entry.text.contains("/slow") else { return }
                    blocked.update { $0 = true }
                    gate.wait()
                }
            ]
        )
        let slow = Task.detached { try await provider.request(OpenTarget(path: "/slow")) }
        await blocked.value { $0 }

        _ = try await provider.request(OpenTarget(path: "/fast"))
        gate.signal()

        #expect(try await slow.value.statusCode == 200)
    }

    @Test func sinkMayCallTheProvider() async throws {
        let held = Watched<Provider<OpenTarget>?>(nil)
        let (log, ended) = (Watched<[String]>([]), Watched(0))
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                LogPlugin { entry in
                    log.append(entry.text)
                    guard entry.text.contains("/things") else { return }
                    held.value?.request(OpenTarget(path: "/log"), callbackQueue: DispatchQueue(label: "log")) { _ in
                        ended.update { $0 += 1 }
                    }
                }
            ],
            trackInflights: true
        )
        held.update { $0 = provider }

        _ = try await provider.request(OpenTarget())
        await ended.value { $0 == 1 }

        #expect(log.value.count == 2)
        held.update { $0 = nil }
    }
}
