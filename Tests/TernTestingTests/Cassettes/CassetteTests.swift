import Foundation
import Tern
import Testing

@testable import TernTesting

/// Recordings of a server, and their replay.
@Suite(.timeLimit(.minutes(20)))
struct CassetteTests {
    private let folder = CassetteFolder()

    @Test func recordedCallsAreReplayed() async throws {
        let server = try RecordedServer.start()
        let recorded = try await folder.record(server) { api in
            try await (api.value(.user("octocat")), api.value(.search("swift", page: 2)))
        }

        let (cassette, api) = try folder.replay(server)
        let user = try await api.value(.user("octocat"))
        let found = try await api.value(.search("swift", page: 2))

        #expect(user == recorded.0)
        #expect(found == recorded.1)
        #expect(cassette.description == "test.har, replay")
        let response = try await folder.replay(server).api.request(.user("octocat"))
        #expect(response.attempts == 1)
        #expect(response.headers["Content-Type"] == "application/json")
    }

    @Test func failuresAreReplayed() async throws {
        let place = try ClosedLoopbackPort()
        let url = place.url
        _ = try await folder.record(url) { api in
            #expect(await api.failure(.counter)?.code == .connectionRefused)
        }
        let api = try folder.replay(url).api
        #expect(await api.failure(.counter)?.code == .connectionRefused)
    }

    @Test(arguments: [TernError.Code.timedOut, .hostNotFound, .tlsFailed, .connectionLost])
    func failureOfATransportIsReplayed(code: TernError.Code) async throws {
        struct Failing: Transport {
            let code: TernError.Code
            func send(_ request: Request, hop: Hop) async throws -> Response {
                throw TernError(code, reason: "The reason.")
            }
        }
        let recording = try Cassette(contentsOf: folder.url, mode: .record, at: SourcePosition())
        let live = Provider<RecordedAPI>(transport: Failing(code: code)).played(by: recording)
        #expect(await live.failure(.counter)?.code == code)
        try recording.save()

        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, at: SourcePosition())
        let error = await Provider<RecordedAPI>().played(by: cassette).failure(.counter)
        #expect(error?.code == code)
        #expect(error?.reason == "The reason.")
    }

    @Test func bodyThatIsLostIsReplayedUpToItsLoss() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .text("Hello, world").breakingOff(after: 5) }
        func received(_ api: Provider<RecordedAPI>) async -> (text: String, code: TernError.Code?) {
            var data = Data()
            do throws(TernError) {
                for try await piece in try await api.stream(.events) { data += piece }
                return (String(decoding: data, as: UTF8.self), nil)
            } catch {
                return (String(decoding: data, as: UTF8.self), error.code)
            }
        }
        let live = try await folder.record(server) { await received($0) }
        let replayed = await received(try folder.replay(server).api)
        #expect(live == ("Hello", .connectionLost))
        #expect(replayed == live)
    }

    @Test func lostBodyOfACollectedCallIsInTheReplayedError() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .text("Hello, world").breakingOff(after: 5) }
        let live = try await folder.record(server) { await $0.failure(.counter) }
        let replayed = await (try folder.replay(server).api).failure(.counter)
        for error in [live, replayed] {
            #expect(error?.code == .connectionLost)
            #expect(error?.response?.statusCode == 200)
            #expect(error?.response?.data == Data("Hello".utf8))
        }
    }

    @Test func redirectsAreEntries() async throws {
        let server = try RecordedServer.start()
        let name = try await folder.record(server) { try await $0.value(.moved) }

        let api = try folder.replay(server).api
        #expect(try await api.value(.moved) == name)
        #expect(try HARFile(contentsOf: folder.url).entries.count == 2)
    }

    @Test func encodedBodiesAndBinaryOnesAreReplayed() async throws {
        let server = try RecordedServer.start()
        let bytes = try await folder.record(server) { api in
            try await (api.request(.compressed).data, api.request(.binary).data)
        }
        let api = try folder.replay(server).api
        let compressed = try await api.request(.compressed)
        #expect(compressed.data == bytes.0)
        #expect(compressed.headers["Content-Encoding"] == "gzip")
        #expect(compressed.isDecoded)
        #expect(try await api.request(.binary).data == bytes.1)
    }

    @Test func cancelledCallIsCancelledAgain() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: nil) { _ in .text("1").held(by: gate) }
        let call = { (api: Provider<RecordedAPI>, started: @escaping @Sendable () async -> Void) in
            let task = Task { await api.failure(.counter)?.code }
            await started()
            task.cancel()
            return await task.value
        }
        let code = try await folder.record(server) { api in
            await call(api) { await gate.waitForArrivals(atLeast: 1) }
        }
        gate.release()
        #expect(code == .cancelled)

        #expect(await call(try folder.replay(server).api) {} == .cancelled)
    }

    /// Its pieces arrive, and then nothing, until the call is cancelled again.
    @Test func streamThatIsCancelledStaysOpen() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: nil) { _ in
            .chunked(["a", "b"].map { Data($0.utf8) }).stayingOpen(until: gate)
        }
        func read(_ api: Provider<RecordedAPI>) async -> (text: String, code: TernError.Code?) {
            let (arrivals, arrival) = AsyncStream<Void>.makeStream()
            let task = Task {
                var text = ""
                do throws(TernError) {
                    for try await piece in try await api.stream(.events) {
                        text += String(decoding: piece, as: UTF8.self)
                        if text == "ab" { arrival.finish() }
                    }
                    return (text, TernError.Code?.none)
                } catch {
                    return (text, error.code)
                }
            }
            for await _ in arrivals {}
            task.cancel()
            return await task.value
        }
        let live = try await folder.record(server) { await read($0) }
        gate.release()
        #expect(live == ("ab", .cancelled))
        #expect(await read(try folder.replay(server).api) == live)
    }

    @Test func sessionAndServerReplay() async throws {
        let server = try RecordedServer.start()
        let user = try await folder.record(server) { try await $0.value(.user("octocat")) }
        let url = server.url.appendingPathComponent("users/octocat")

        let first = try folder.replay(server).cassette
        let stub = StubSession { try first.response(to: $0) }
        let (data, _) = try await stub.session.data(from: url)
        #expect(try JSONDecoder().decode(RecordedAPI.User.self, from: data) == user)

        let second = try folder.replay(server).cassette
        let other = try LoopbackServer {
            try second.response(to: $0, matching: [.method, .path, .query, .body])
        }
        let api = Provider<RecordedAPI>().at(other.url)
        #expect(try await api.value(.user("octocat")) == user)
    }

    @Test func changedServerIsReportedByShape() async throws {
        let old = try LoopbackServer(journal: nil) { _ in
            .json(text: #"{"name":"a","page":1,"tags":[{"id":1}],"more":null,"list":[]}"#, headers: ["X-Old": "1"])
        }
        _ = try await folder.record(old) { try await $0.value(.user("octocat")) }
        let new = try LoopbackServer(journal: nil) { request in
            request.path == "/users/octocat"
                ? .json(text: #"{"name":"b","page":"1","tags":[{"number":1},{"number":2}],"more":1,"list":[1]}"#)
                : .json(text: #"{"name":"c"}"#)
        }
        let journal = Journal()
        let matching: Cassette.Matching = [.method, .path]
        let cassette = try Cassette(
            contentsOf: folder.url,
            mode: .compare,
            matching: matching,
            journal: journal,
            at: SourcePosition()
        )
        let api = Provider<RecordedAPI>().at(new.url).played(by: cassette)
        _ = try await api.request(.user("octocat"))
        _ = try await api.request(.moved)
        let file = try Data(contentsOf: folder.url)
        try cassette.save()

        let line = "GET \(new.url.absoluteString)/users/octocat (entry 1)"
        #expect(
            journal.findings().map(\.message) == [
                "\(line): The field `x-old` is gone.",
                "\(line): `page` is a string, and was a number.",
                "\(line): `tags[].id` is gone, which was a number.",
                "\(line): `tags[].number` is new: a number.",
                "GET \(new.url.absoluteString)/moved isn't recorded.",
            ]
        )
        #expect(try Data(contentsOf: folder.url) == file)
    }

    @Test func recordingsAreSamples() async throws {
        let server = try RecordedServer.start()
        let user = try await folder.record(server) { try await $0.value(.user("octocat")) }

        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, matching: [.path], at: SourcePosition())
        for _ in 0..<2 {
            let sample = try #require(cassette.sample(of: RecordedAPI.user("octocat")))
            let api = Provider<RecordedAPI>.stub { _ in sample }
            #expect(try await api.value(.user("octocat")) == user)
        }
        #expect(cassette.sample(of: RecordedAPI.counter) == nil)
    }

    @Test func journalIsAFileOfABrowser() async throws {
        let journal = Journal()
        let api = Provider<RecordedAPI>.stub(journal: journal) { target in
            switch target {
            case .user: .json(["name": "octocat"])
            case .moved: .status(302, headers: ["Location": "/users/x?token=s3cr3t-token"])
            default: .networkError(URLError(.timedOut))
            }
        }
        _ = try await api.value(.user("octocat"))
        _ = try? await api.value(.counter)
        _ = try? await api.configured { $0.redirects = .never }.value(.moved)

        let data = try journal.har()
        #expect(try data == journal.har())
        #expect(data.range(of: Data("s3cr3t".utf8)) == nil)
        let items = try HARFile(data, named: "x").entries.map(\.exchange)
        #expect(items.map(\.target) == ["RecordedAPI.user", "RecordedAPI.counter", "RecordedAPI.moved"])
        #expect(items.map(\.head?.status) == [200, nil, 302])
        #expect(String(decoding: data, as: UTF8.self).contains(#""size" : 18,"#))
        #expect(items[1].failure?.code == .timedOut)
    }

    @Test func streamArrivesInItsPieces() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { api in
            for try await _ in try await api.stream(.events) {}
        }

        let api = try folder.replay(server, delays: .recorded, clock: ImmediateClock()).api
        var events: [String] = []
        // A stream of events connects again at its end.
        for try await event in api.events(.events) {
            events.append(event.data)
            if events.count == 3 { break }
        }
        #expect(events == ["1", "2", "3"])
    }
}
