import Foundation
import Tern
import Testing

@testable import TernTesting

/// Recordings of a server, and their replay.
@Suite(.timeLimit(.minutes(1)))
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

    @Test func entryHasWhatOtherProgramsRead() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { try await $0.value(.search("a b", page: 1)) }

        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url)) as? [String: Any]
        let log = try #require(json?["log"] as? [String: Any])
        #expect(log["version"] as? String == "1.2")
        let entry = try #require((log["entries"] as? [[String: Any]])?.first)
        let request = try #require(entry["request"] as? [String: Any])
        #expect(request["method"] as? String == "GET")
        #expect(
            request["queryString"] as? [[String: String]] == [
                ["name": "q", "value": "a b"], ["name": "page", "value": "1"],
            ]
        )
        for name in ["cookies", "headers", "headersSize", "bodySize", "httpVersion"] { #expect(request[name] != nil) }
        let response = try #require(entry["response"] as? [String: Any])
        #expect((response["content"] as? [String: Any])?["text"] as? String == #"{"name":"a b","page":1}"#)
        for name in ["statusText", "redirectURL", "cookies", "headersSize", "bodySize"] {
            #expect(response[name] != nil)
        }
        #expect(entry["startedDateTime"] as? String != nil)
        #expect(entry["_target"] as? String == "RecordedAPI.search")
    }

    /// The times and the `Date` of a response differ each time, and so does the order of concurrent calls.
    @Test func secondRecordingIsEqualByteForByte() async throws {
        let server = try RecordedServer.start()
        var files: [Data] = []
        for names in [["a", "b", "a", "c"], ["a", "c", "b", "a"]] {
            _ = try await folder.record(server) { api in
                _ = try await api.value(.logIn(password: "s3cr3t-pa55word"))
                // One after the other, in the order in which concurrent calls might have begun.
                for name in names { _ = try await api.value(.user(name)) }
            }
            files.append(try Data(contentsOf: folder.url))
        }
        #expect(files[0] == files[1])
    }

    /// So that a checkout that can't be written is enough, and no editor reloads the file.
    @Test(arguments: [Cassette.Mode.record, .recordMissing]) func unchangedRecordingIsNotWritten(mode: Cassette.Mode)
        async throws
    {
        let server = try RecordedServer.start()
        var files: [Int?] = []
        for mode in [.record, mode] {
            _ = try await folder.record(server, mode: mode) { try await $0.value(.user("octocat")) }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path)
            files.append(attributes[.systemFileNumber] as? Int)
        }
        #expect(files[0] != nil && files[0] == files[1])
    }

    @Test func newExchangeFollowsTheOneBeforeIt() async throws {
        let server = try RecordedServer.start()
        for names in [["a", "b"], ["a", "x", "b", "y"]] {
            _ = try await folder.record(server) { api in
                for name in names { _ = try await api.value(.user(name)) }
            }
        }
        let paths = try HARFile(contentsOf: folder.url).entries.map { $0.exchange.request.path }
        #expect(paths == ["/users/a", "/users/x", "/users/b", "/users/y"])
    }

    @Test func equalRequestsAreReplayedInTheirOrder() async throws {
        let server = try RecordedServer.start()
        let numbers = try await folder.record(server) { api in
            try await (api.value(.counter), api.value(.counter))
        }
        #expect(numbers.0 != numbers.1)

        let (_, api) = try folder.replay(server)
        #expect(try await api.value(.counter) == numbers.0)
        #expect(try await api.value(.counter) == numbers.1)
        let error = await #expect(throws: TernError.self) { try await api.value(.counter) }
        #expect(error?.code == .missingSample)
        #expect(error?.reason.contains("It was recorded 2 times, and is requested more often.") == true)
    }

    @Test func missingRequestNamesTheNearestOne() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { api in
            try await (api.value(.user("octocat")), api.value(.search("swift", page: 1)))
        }

        let journal = Journal()
        let (_, api) = try folder.replay(server, journal: journal)
        let error = await #expect(throws: TernError.self) { try await api.value(.search("swift", page: 3)) }

        #expect(error?.code == .missingSample)
        #expect(error?.reason.contains("The nearest is entry 2: query: page=1 expected, page=3 sent.") == true)
        let findings = journal.findings()
        #expect(findings.map(\.kind) == [.unmatchedRequest, .unusedStub, .unusedStub])
        #expect(findings[1].message.contains("test.har, entry 1) was never requested."))
    }

    /// The order of the members of a form and of JSON, and the boundary of a multipart form, mean nothing.
    @Test func bodiesAreComparedByTheirMeaning() {
        func key(_ body: String, _ type: String, _ matching: Cassette.Matching = .standard) -> CassetteKey {
            let request = RecordedRequest(
                method: .post,
                url: "https://a.example/b",
                headers: ["Content-Type": type],
                body: Data(body.utf8)
            )
            return CassetteKey(request, matching, hiding: nil)
        }
        func form(_ boundary: String) -> String {
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        }
        #expect(key(#"{"a":1,"b":[1,2]}"#, "application/json") == key(#"{ "b": [1, 2], "a": 1 }"#, "application/json"))
        #expect(key(#"{"b":[1,2]}"#, "application/json") != key(#"{"b":[2,1]}"#, "application/json"))
        let type = "application/x-www-form-urlencoded"
        #expect(key("a=1&b=2", type) == key("b=2&a=1", type))
        #expect(key("a=1&a=2", type) != key("a=1", type))
        let multipart = "multipart/form-data; boundary="
        #expect(key(form("x"), multipart + "x") == key(form("yy"), multipart + "yy"))
        #expect(key("text", "text/plain") != key("Text", "text/plain"))
        #expect(key("text", "text/plain", [.method]) == key("Text", "text/plain", [.method]))
    }

    /// A recording has other secrets than the test that replays it.
    @Test(arguments: [
        ("application/json", #"{"user":"ann","password":"*"}"#), ("application/xml", "<a><password>*</password></a>"),
        ("application/x-www-form-urlencoded", "user=ann&password=*"),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n*\r\n--x--\r\n"
        ),
    ])
    func secretsOfBodiesNeedNotBeEqual(type: String, body: String) {
        let keys = ["s3cr3t-pa55word", "redacted-1-xxxx", "another one"].map { secret in
            let request = RecordedRequest(
                method: .post,
                url: "https://a.example/b?token=\(secret.replacing(" ", with: "+"))",
                headers: ["Content-Type": type],
                body: Data(body.replacing("*", with: secret).utf8)
            )
            return CassetteKey(request, .standard, hiding: .default)
        }
        #expect(Set(keys).count == 1)
        let other = RecordedRequest(
            method: .post,
            url: "https://a.example/b?token=1",
            headers: ["Content-Type": type],
            body: Data(body.replacing("a", with: "b").replacing("*", with: "1").utf8)
        )
        #expect(!keys.contains(CassetteKey(other, .standard, hiding: .default)))
    }

    @Test func queryIsAMultiset() {
        func key(_ url: String) -> CassetteKey { CassetteKey(RecordedRequest(url: url), .standard, hiding: nil) }
        #expect(key("https://a.example/b?x=1&y=2") == key("https://A.example/b?y=2&x=1"))
        #expect(key("https://a.example/b?x=1&x=1") != key("https://a.example/b?x=1"))
        #expect(key("https://a.example/b?x") != key("https://a.example/b?x="))
        #expect(key("https://a.example/%62") == key("https://a.example/b"))
        #expect(key("https://a.example/%2561") != key("https://a.example/a"))
        #expect(key("https://a.example/%2fb") == key("https://a.example/%2Fb"))
        #expect(key("https://a.example/%2Fb") != key("https://a.example//b"))
        #expect(key("https://a.example/b?x=%7C%5B1%5D") == key("https://a.example/b?x=|[1]"))
        #expect(key("https://a.example/b?x%3D=1") != key("https://a.example/b?x==1"))
        #expect(key("https://a.example/b") != key("http://a.example/b"))
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

    @Test func uploadsAreRecognizedByTheirDigest() async throws {
        let server = try RecordedServer.start()
        let file = folder.url.deletingLastPathComponent().appendingPathComponent("upload")
        try Data(repeating: 0x61, count: 3_000_000).write(to: file)
        let count = try await folder.record(server) { try await $0.value(.upload(file)) }
        #expect(try Data(contentsOf: folder.url).count < 100_000)

        #expect(try await folder.replay(server).api.value(.upload(file)) == count)
        try Data(repeating: 0x62, count: 3_000_000).write(to: file)
        let api = try folder.replay(server).api
        #expect(await api.failure(.upload(file))?.code == .missingSample)
    }

    /// Of a long stream, the recording has no bytes.
    @Test(arguments: [true, false]) func streamsAreRecognizedByTheirDigest(isReplayable: Bool) async throws {
        let server = try RecordedServer.start()
        let bytes = try await folder.record(server) { api in
            try await api.value(.stream(mebibytes: 3, isReplayable: isReplayable))
        }
        #expect(bytes == 3 << 20)
        let file = try HARFile(contentsOf: folder.url)
        #expect(file.data.count < 100_000)
        #expect(file.entries[0].exchange.request.isDigest)

        let first = try folder.replay(server).api
        #expect(try await first.value(.stream(mebibytes: 3, isReplayable: isReplayable)) == bytes)
        let second = try folder.replay(server).api
        let error = await second.failure(.stream(mebibytes: 2, isReplayable: isReplayable))
        #expect(error?.code == .missingSample)
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

    @Test func downloadThatContinuesIsNotItsBeginning() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { api in
            for start in [0, 100] { _ = try await api.request(.part(start)) }
        }

        let api = try folder.replay(server).api
        let second = try await api.request(.part(100))
        #expect(second.statusCode == 206)
        #expect(second.data == Data(100...255))
        #expect(try await api.request(.part(0)).data == Data(0...255))
        let error = await #expect(throws: TernError.self) { try await api.request(.part(50)) }
        #expect(error?.reason.contains(#"field Range: "bytes=0-" expected, "bytes=50-" sent"#) == true)
    }

    @Test func addedExchangesLeaveTheFileAsItIs() async throws {
        let server = try RecordedServer.start()
        let url = server.url.appendingPathComponent("counter").absoluteString
        let text = """
            {"log":{"version":"1.2","creator":{"name":"Browser","version":"7"},"pages":[{"id":"p"}],"entries":[
            {"pageref":"p","request":{"method":"GET","url":"\(url)"},"response":{"status":200,"content":{"text":"5"}}}
            ],"comment":"mine"}}
            """
        try Data(text.utf8).write(to: folder.url)
        _ = try await folder.record(server, mode: .recordMissing) { api in
            let counts = try await [api.value(.counter), api.value(.counter)]
            #expect(counts == [5, 1])
        }

        let changed = try String(contentsOf: folder.url, encoding: .utf8)
        let place = try #require(text.range(of: "}}}\n"))
        #expect(changed.hasPrefix(text[..<place.lowerBound] + "}}},"))
        #expect(changed.hasSuffix(text[place.lowerBound...].dropFirst(3)))
        let api = try folder.replay(server).api
        let counts = try await [api.value(.counter), api.value(.counter)]
        #expect(counts == [5, 1])
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

    @Test func missingRequestsAreRecorded() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { try await $0.value(.user("octocat")) }
        let count = server.requests.count

        let page = try await folder.record(server, mode: .recordMissing) { api in
            _ = try await api.value(.user("octocat"))
            return try await api.value(.search("swift", page: 1))
        }

        #expect(server.requests.count == count + 1)
        let api = try folder.replay(server).api
        #expect(try await api.value(.search("swift", page: 1)) == page)
        _ = try await api.value(.user("octocat"))
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

    /// A placeholder may be longer or shorter than its secret.
    @Test(arguments: ["x", String(repeating: "s3cr3t", count: 20)])
    func piecesOfAStreamHaveTheLengthOfTheRedactedBody(secret: String) async throws {
        let server = try LoopbackServer(journal: nil) { _ in
            .chunked(
                ["{\"a\":1,", "\"token\":\"", secret, "\"}"].map { Data($0.utf8) },
                headers: ["Content-Type": "application/json"]
            )
        }
        _ = try await folder.record(server.url) { api in
            for try await _ in try await api.stream(.events) {}
        }
        let exchange = try HARFile(contentsOf: folder.url).exchange(0)
        #expect(!String(decoding: exchange.body, as: UTF8.self).contains("\"\(secret)\""))
        #expect(!exchange.pieces.isEmpty)
        #expect(exchange.pieces.reduce(0) { $0 + $1.bytes } == exchange.body.count)
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
