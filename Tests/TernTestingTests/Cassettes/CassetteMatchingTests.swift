import Foundation
import Tern
import Testing

@testable import TernTesting

/// Which recorded request is that of a call, and what is said if there is none.
@Suite(.timeLimit(.minutes(20)))
struct CassetteMatchingTests {
    private let folder = CassetteFolder()

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

    /// The finding about the request names the entry and the difference already.
    @Test func exchangeMissedByItsBodyIsOneFinding() throws {
        let entry = { (body: String) in
            #"{"request":{"method":"POST","url":"https://a.example/b","postData":{"text":"\#(body)"}},"#
                + #""response":{"status":204}}"#
        }
        let entries = [entry("1"), entry("2"), #"{"request":{"url":"https://a.example/c"},"response":{"status":204}}"#]
        try Data("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8).write(to: folder.url)
        let journal = Journal()
        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, journal: journal, at: SourcePosition())
        let request = { (body: Int) in
            RecordedRequest(method: .post, url: "https://a.example/b", body: Data("\(body)".utf8))
        }

        _ = try cassette.response(to: request(2))
        #expect(throws: TestKitError.self) { try cassette.response(to: request(3)) }

        let findings = journal.findings()
        #expect(findings.map(\.kind) == [.unusedStub])
        #expect(findings[0].message.contains("test.har, entry 3) was never requested."))
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
}
