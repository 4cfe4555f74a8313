import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct RequestCompressionPluginTests {
    static let text = String(repeating: "compressible ", count: 200)
    static let data = Data(text.utf8)

    let folder = TemporaryFolder()

    /// The request that a stub receives.
    func sent(
        _ task: HTTPTask,
        headers: HTTPHeaders = [:],
        plugin: RequestCompressionPlugin = RequestCompressionPlugin()
    ) async throws -> Request {
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        let response = try await provider.request(OpenTarget(method: .post, task: task, headers: headers))
        return try #require(response.request)
    }

    func decoded(_ body: RequestBody?) async throws -> Data? {
        let bytes = try await #require(body).collected()
        return try ContentDecoder.decode(bytes, contentEncoding: ["gzip"], limit: 100_000_000)
    }

    static func stream(_ chunks: [Data] = [data]) -> AsyncStream<Data> {
        AsyncStream { sink in
            for chunk in chunks { sink.yield(chunk) }
            sink.finish()
        }
    }

    // MARK: - What is compressed

    @Test func bodyInMemoryIsCompressedWithItsLength() async throws {
        let request = try await sent(.data(Self.data, contentType: "text/plain"))

        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Type"] == "text/plain")
        let length = try #require(request.body?.length)
        #expect(length < Self.data.count / 10)
        #expect(request.body?.data.map { Int64($0.count) } == length)
        #expect(try await decoded(request.body) == Self.data)
    }

    @Test func contentLengthOfTheUncompressedBodyIsReplaced() async throws {
        let request = try await sent(.data(Self.data), headers: ["Content-Length": "\(Self.data.count)"])
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Length"] == nil)
    }

    @Test func filesFormsAndStreamsAreCompressedWhileTheyAreSent() async throws {
        let file = try folder.file("a.txt", Self.data)
        let tasks: [HTTPTask] = [
            .file(file), .stream { Self.stream() }, .stream(length: Int64(Self.data.count)) { Self.stream() },
        ]
        for task in tasks {
            let request = try await sent(task)
            #expect(request.headers["Content-Encoding"] == "gzip")
            let body = try #require(request.body)
            #expect(body.length == nil)
            #expect(body.isReplayable)
            #expect(body.data == nil)
            #expect(body.fileURL == nil)
            for _ in 1...2 { #expect(try await decoded(body) == Self.data) }
        }
    }

    @Test func multipartFormIsCompressedAndReadableByTheTestKit() async throws {
        let journal = Journal()
        let file = try folder.file("a.txt", Self.data)
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [RequestCompressionPlugin()]
        )
        .recorded(in: journal)
        let task = HTTPTask.multipart([.text("Notes", name: "title"), .file(file, name: "notes")])

        _ = try await provider.request(OpenTarget(method: .post, task: task))

        let request = try #require(journal.requests.first)
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.body.count < Self.data.count)
        let parts = try request.multipart()
        #expect(parts.map(\.name) == ["title", "notes"])
        #expect(parts.map(\.text) == ["Notes", Self.text])
    }

    @Test func equalBodiesAreCompressedEqually() async throws {
        let first = try await sent(.json(["text": Self.text]))
        let second = try await sent(.json(["text": Self.text]))
        #expect(first.body?.data == second.body?.data)
        #expect(first.headers["Content-Encoding"] == "gzip")
    }

    // MARK: - What isn't

    @Test(arguments: [(1_023, nil), (1_024, "gzip")] as [(Int, String?)])
    func bodiesBelowTheThresholdAreSentUnchanged(count: Int, coding: String?) async throws {
        let body = Data(repeating: 65, count: count)
        #expect(try await sent(.data(body)).headers["Content-Encoding"] == coding)
        let file = try folder.file("a.txt", body)
        #expect(try await sent(.file(file)).headers["Content-Encoding"] == coding)
    }

    @Test func emptyBodiesAreSentUnchanged() async throws {
        let plugin = RequestCompressionPlugin(minimumBytes: 0)
        let file = try folder.file("a.txt", Data())
        for task in [HTTPTask.plain, .data(Data()), .file(file)] {
            let request = try await sent(task, plugin: plugin)
            #expect(request.headers["Content-Encoding"] == nil)
            #expect((request.body?.length ?? 0) == 0)
        }
    }

    @Test func bodyThatWouldNotBecomeSmallerIsSentUnchanged() async throws {
        let noise = Data(noiseOfBytes: 300_000)
        for body in [noise, Data("a".utf8)] {
            let request = try await sent(.data(body), plugin: RequestCompressionPlugin(minimumBytes: 1))
            #expect(request.headers["Content-Encoding"] == nil)
            #expect(request.body?.data == body)
        }
    }

    @Test(arguments: [
        "Content-Encoding", "content-encoding", "Content-Range", "Content-Digest", "Repr-Digest", "Digest",
        "Content-MD5",
    ])
    func bodyThatAFieldDescribesIsSentUnchanged(name: String) async throws {
        let request = try await sent(.data(Self.data), headers: [name: "br"])
        #expect(request.headers[name] == "br")
        #expect(request.body?.data == Self.data)
    }

    @Test(
        arguments: [
            ("image/png", nil), ("IMAGE/JPEG; a=b", nil), ("video/mp4", nil), ("audio/mpeg", nil),
            ("application/zip", nil),
            ("application/gzip", nil), ("application/epub+zip", nil), ("font/woff2", nil),
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", nil),
            ("image/svg+xml", "gzip"), ("image/bmp", "gzip"), ("audio/wav", "gzip"), ("application/json", "gzip"),
            ("text/csv; header=present", "gzip"), ("application/octet-stream", "gzip"),
        ] as [(String, String?)]
    )
    func compressedFormatsAreSentUnchanged(type: String, coding: String?) async throws {
        #expect(try await sent(.data(Self.data, contentType: type)).headers["Content-Encoding"] == coding)
        let field: HTTPHeaders = ["Content-Type": type]
        #expect(try await sent(.data(Self.data), headers: field).headers["Content-Encoding"] == coding)
    }

    @Test(arguments: [("/logs", "gzip"), ("/photos", nil)] as [(String, String?)])
    func closureSelectsTheTargets(path: String, coding: String?) async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [RequestCompressionPlugin { _, target in target.path == "/logs" }]
        )
        let task = HTTPTask.data(Self.data, contentType: "image/png")
        let response = try await provider.request(OpenTarget(path: path, method: .post, task: task))
        #expect(response.request?.headers["Content-Encoding"] == coding)
    }

    // MARK: - Sending again

    @Test func everyAttemptOfARetryingPluginSendsTheCompressedBody() async throws {
        for plugins in [
            [RequestCompressionPlugin(), RetryingPlugin(attempts: 2)] as [any Plugin],
            [RetryingPlugin(attempts: 2), RequestCompressionPlugin()],
        ] {
            let transport = ScriptedTransport(steps: [
                { _ in Response(statusCode: 503) }, { _ in Response(statusCode: 200) },
            ])
            let provider = Provider<OpenTarget>(transport: transport, plugins: plugins)

            _ = try await provider.request(OpenTarget(method: .post, task: .stream { Self.stream() }))

            let requests = transport.requests.value
            #expect(requests.map { $0.headers.values(for: "Content-Encoding") } == [["gzip"], ["gzip"]])
            for request in requests { #expect(try await decoded(request.body) == Self.data) }
        }
    }

    @Test func replayableStreamIsCompressedAgainAfterALostConnection() async throws {
        let transport = ScriptedTransport(steps: [
            { _ in throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false) },
            { _ in Response(statusCode: 200) },
        ])
        let provider = Provider<OpenTarget>(transport: transport, plugins: [RequestCompressionPlugin()])

        _ = try await provider.request(OpenTarget(method: .post, task: .stream { Self.stream() }))

        #expect(transport.requests.value.count == 2)
        for request in transport.requests.value { #expect(try await decoded(request.body) == Self.data) }
    }

    @Test func oneShotStreamStaysOneShot() async throws {
        let task = HTTPTask.stream(once: Self.stream())
        let request = try await sent(task)
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.body?.isReplayable == false)
        #expect(request.body?.isUsedUp == true)

        #expect(await failure { try await sent(task) }?.code == .bodyNotReplayable)
    }

    // MARK: - Time

    /// The compression takes milliseconds on another thread, unless the scheduler owns its job.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func virtualTimeWaitsForTheCompression() async throws {
        let scheduler = VirtualScheduler()
        let sent = Watched<[Duration]>([])
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [RequestCompressionPlugin()],
            clock: scheduler.clock
        )
        let target = OpenTarget(method: .post, task: .data(Data(count: 3_000_000)))

        try await scheduler.run {
            async let timer: Void = scheduler.clock.sleep(for: .seconds(1))
            let response = try await provider.request(target)
            sent.append(scheduler.now)
            #expect(response.request?.headers["Content-Encoding"] == "gzip")
            try await timer
        }

        #expect(sent.value == [.zero])
        #expect(scheduler.now == .seconds(1))
    }
}
