import Foundation
import Tern
import Testing

@testable import TernTesting

/// What a recording has, and how an older one is changed.
@Suite(.timeLimit(.minutes(20)))
struct CassetteSavingTests {
    private let folder = CassetteFolder()

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
    /// The format wants the bytes on the wire, or -1 if they aren't known.
    @Test func lengthsAreThoseOnTheWire() throws {
        var request = RecordedRequest(url: "https://a.example/b", body: Data(repeating: 0x61, count: 2_000_000))
        request = request.recognizable
        let fields: HTTPHeaders = ["Content-Encoding": "gzip", "Content-Length": "30"]
        let head = CassetteExchange.Head(status: 200, headers: fields)
        let exchange = CassetteExchange(request: request, head: head, body: Data("decoded".utf8))
        let json = try HAREntry.json(of: exchange, startedAt: Date())
        let entry = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let response = try #require(entry["response"] as? [String: Any])
        #expect((entry["request"] as? [String: Any])?["bodySize"] as? Int == -1)
        #expect(response["bodySize"] as? Int == 30)
        #expect((response["content"] as? [String: Any])?["size"] as? Int == 7)
    }
}
