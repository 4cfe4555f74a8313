import Foundation
import Tern
import Testing

@testable import TernTesting

/// What a caller sees of a live exchange, it also sees of the recorded one.
@Suite(.timeLimit(.minutes(20)))
struct CassetteExchangeTests {
    enum API: RoutedTarget {
        case get
        case form(URL)
        case upload(URL)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var route: HTTPRoute {
            switch self {
            case .get: .get("/")
            case .form(let file): .post("/").multipart([.text("1", name: "a"), .file(file, name: "file")])
            case .upload(let file): .post("/").file(file)
            }
        }
    }

    private let folder = CassetteFolder()

    private func api(
        _ server: LoopbackServer,
        _ mode: Cassette.Mode,
        delays: Cassette.Delays = .none,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = nil
    ) throws -> (api: Provider<API>, cassette: Cassette) {
        let cassette = try Cassette(
            contentsOf: folder.url,
            mode: mode,
            delays: delays,
            journal: journal,
            at: SourcePosition()
        )
        let api = Provider<API>(endpointClosure: { Endpoint($0, baseURL: server.url) }, clock: clock)
        return (api.played(by: cassette), cassette)
    }

    /// A file of this many bytes.
    private func file(bytes: Int) throws -> URL {
        let file = folder.url.deletingLastPathComponent().appendingPathComponent("\(bytes)")
        try Data(repeating: 0x61, count: bytes).write(to: file)
        return file
    }

    @Test func trailersAreReplayed() async throws {
        let server = try LoopbackServer(journal: nil) { _ in
            .text("Hello").chunked(trailers: ["Server-Timing": "total;dur=1"])
        }
        let (live, cassette) = try api(server, .record)
        #expect(try await live.request(.get).trailers["Server-Timing"] == "total;dur=1")
        try cassette.save()

        let replayed = try api(server, .replay).api
        #expect(try await replayed.request(.get).trailers["Server-Timing"] == "total;dur=1")
        let other = try LoopbackServer(journal: nil) { [cassette = try api(server, .replay).cassette] in
            try cassette.response(to: $0, matching: [.method, .path])
        }
        let served = Provider<API>(endpointClosure: { Endpoint($0, baseURL: other.url) })
        #expect(try await served.request(.get).trailers["Server-Timing"] == "total;dur=1")
    }

    @Test func streamFailsAsItDidInTheRecording() async throws {
        let server = try LoopbackServer(journal: nil) { _ in
            .data(Data(repeating: 0x61, count: 1000)).breakingOff(after: 100)
        }
        func read(_ api: Provider<API>) async -> (Int, TernError?) {
            var count = 0
            do throws(TernError) {
                for try await piece in try await api.stream(.get) { count += piece.count }
                return (count, nil)
            } catch {
                return (count, error)
            }
        }
        let (live, cassette) = try api(server, .record)
        let (liveCount, liveError) = await read(live)
        try cassette.save()

        let (count, error) = await read(try api(server, .replay).api)
        #expect((liveCount, liveError?.code) == (100, .connectionLost))
        #expect((count, error?.code, error?.reason) == (100, .connectionLost, liveError?.reason))
    }

    @Test func timeoutOfACallIsReplayed() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: nil) { _ in .text("late").held(by: gate) }
        let options = CallOptions(timeout: .seconds(60))
        let (live, cassette) = try api(server, .record, clock: ImmediateClock())
        let first = await #expect(throws: TernError.self) { try await live.request(.get, options: options) }
        try cassette.save()

        let replayed = try api(server, .replay).api
        let second = await #expect(throws: TernError.self) { try await replayed.request(.get, options: options) }
        #expect(first?.code == .timedOut)
        #expect((second?.code, second?.reason) == (.timedOut, first?.reason))
    }

    /// A form has another boundary each time. A long one is recognized by its digest.
    @Test(arguments: [2000, 2_000_000]) func formsAreRecognizedAndRecordedAlike(bytes: Int) async throws {
        let file = try file(bytes: bytes)
        let server = try LoopbackServer(journal: nil) { .text("\($0.body.count > bytes)") }
        var files: [Data] = []
        for _ in 0..<2 {
            let (live, cassette) = try api(server, .record)
            _ = try await live.request(.form(file))
            try cassette.save()
            files.append(try Data(contentsOf: folder.url))
        }
        #expect(files[0] == files[1])

        #expect(try await api(server, .replay).api.request(.form(file)).string() == "true")
        let error = await #expect(throws: TernError.self) {
            try await api(server, .replay).api.request(.form(try self.file(bytes: bytes + 1)))
        }
        #expect(error?.code == .missingSample)
    }

    /// However a body is cut into pieces, also within the boundary.
    @Test(arguments: [1, 2, 3, 7, 1000]) func boundaryIsReplacedInPieces(count: Int) {
        func body(_ boundary: String) -> Data {
            Data("--\(boundary)\r\n\r\n-a-Z9--a\r\n--\(boundary)--\r\n".utf8)
        }
        let type = { (boundary: String) in "multipart/form-data; charset=utf-8; boundary=\"\(boundary)\"" }
        var request = RecordedRequest(url: "https://a.example", headers: ["Content-Type": type("a-Z9")])
        var recorded = RecordedBody(of: request)
        var rest = body("a-Z9")
        while !rest.isEmpty {
            recorded.add(Data(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        request.setBody(recorded)
        #expect(request.text == String(decoding: body("tern-boundary"), as: UTF8.self))
        #expect(request.headers["Content-Type"] == type("tern-boundary"))
    }

    @Test func uploadIsRecognizedAlthoughTheServerHasNotReadIt() async throws {
        let file = try file(bytes: 8_000_000)
        let server = try LoopbackServer(
            journal: nil,
            headHandler: { _ in .respond(.status(413)) },
            handler: { _ in .status(200) }
        )
        for mode in [Cassette.Mode.record, .replay] {
            let (api, cassette) = try api(server, mode)
            let error = await #expect(throws: TernError.self) { try await api.request(.upload(file)) }
            #expect(error?.code == .unacceptableStatus)
            try cassette.save()
        }
    }

    @Test func missingRequestIsOneFinding() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .text("Hello") }
        let (live, recording) = try api(server, .record)
        _ = try await live.request(.get)
        try recording.save()

        let journal = Journal()
        let api = try api(server, .replay, journal: journal).api.recorded(in: journal)
        _ = try await api.request(.get)
        await #expect(throws: TernError.self) { try await api.request(.get) }
        #expect(journal.findings().map(\.kind) == [.unmatchedRequest])
    }

    /// Also of the file of a browser, which has no pieces, and counts the time of the connection apart.
    @Test(arguments: [
        (
            #""_pieces":[{"time":200,"bytes":1},{"time":500,"bytes":2}],"timings":{"wait":100,"receive":800}"#,
            [100, 300, 600, 900]
        ),
        (#""timings":{"blocked":60,"connect":-1,"wait":40,"receive":800}"#, [100, 900, 900]),
        (#""timings":{}"#, [900, 900, 900]),
    ])
    func headPiecesAndEndArriveAsRecorded(members: String, times: [Int]) async throws {
        let server = try LoopbackServer(journal: nil) { _ in .text("Hello") }
        let text = """
            {"log":{"entries":[{"time":900,\(members),"request":{"method":"GET","url":"\(server.url.absoluteString)/"},
            "response":{"status":200,"content":{"text":"abc"}}}]}}
            """
        try Data(text.utf8).write(to: folder.url)
        let clock = ImmediateClock()
        let start = clock.now
        let time = { Int((start.duration(to: clock.now) / .milliseconds(1)).rounded()) }

        let stream = try await api(server, .replay, delays: .recorded, clock: clock).api.stream(.get)
        var arrived = [time()]
        for try await _ in stream { arrived.append(time()) }
        arrived.append(time())
        #expect(arrived == times)
    }

    @Test func comparisonIgnoresFramingAndNamesTheError() async throws {
        let body = Locked<SampleResponse>(.json(text: #"{"a":1}"#))
        let server = try LoopbackServer(journal: nil) { _ in body.withLock(\.self) }
        let (live, recording) = try api(server, .record)
        _ = try await live.request(.get)
        try recording.save()

        body.withLock { $0 = .json(text: #"{"a":2}"#).chunked() }
        let (same, equal) = try api(server, .compare)
        _ = try await same.request(.get)
        try equal.save()

        body.withLock { $0 = .json(text: #"{"a":2}"#).breakingOff(after: 0) }
        let (other, changed) = try api(server, .compare)
        _ = try? await other.request(.get)
        let error = #expect(throws: TestKitError.self) { try changed.save() }
        let line = "GET \(server.url.absoluteString)/ (entry 1)"
        #expect(error?.message == "\(line): Received: the error connectionLost. Recorded: status 200.")
    }
}
