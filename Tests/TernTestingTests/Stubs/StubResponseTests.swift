import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubResponseTests {
    struct Page: TargetType {
        let baseURL = URL(string: "https://example.com")!
        let path = "/page"
    }

    struct Size: Codable, Equatable, Sendable {
        var width: Double
        var height: Double
    }

    private func body<Value: Decodable & Sendable>(
        _ response: StubResponse<Value>,
        at keyPath: String? = nil
    ) async throws -> String {
        let provider = Provider<Page>.stub(.on(Call<Page, Value>(Page(), at: keyPath), response), journal: Journal())
        return try await provider.request(Page()).string()
    }

    @Test func keysAreSortedAtEveryKeyPath() async throws {
        #expect(try await body(.json(Size(width: 2, height: 1))) == #"{"height":1,"width":2}"#)
        #expect(
            try await body(.json(Size(width: 2, height: 1)), at: "sizes.1")
                == #"{"sizes":[null,{"height":1,"width":2}]}"#
        )
    }

    @Test func keysWithDotsAreStubbedAndRead() async throws {
        let call = Call<Page, Size>(Page(), at: ["sizes", "a.png"])
        let provider = Provider<Page>.stub(.on(call, .json(Size(width: 2, height: 1))))

        #expect(try await provider.request(Page()).string() == #"{"sizes":{"a.png":{"height":1,"width":2}}}"#)
        #expect(try await provider.value(call).width == 2)
        #expect(try await provider.request(Page(), as: Int.self, at: ["sizes", "a.png", "height"]) == 1)
    }

    @Test func stringIsRawJSONAsTheWholeBodyAndAValueAtAKeyPath() async throws {
        #expect(try await body(.json("[1]") as StubResponse<String>) == "[1]")
        #expect(try await body(.json("a/b") as StubResponse<String>, at: "name") == #"{"name":"a/b"}"#)
    }

    @Test func rawJSONIsTheWholeBody() async throws {
        let json = #"{ "width": 2, "height": 1 }"#

        #expect(try await body(.sample(.json(text: json)) as StubResponse<Size>) == json)
        #expect(try await body(.sample(.json(data: Data(json.utf8))) as StubResponse<Size>) == json)
    }

    @Test(
        arguments: [
            .sample(.json(text: "{")), .sample(.json(data: Data("octocat".utf8))), .json(Size(width: .nan, height: 1)),
        ] as [StubResponse<Size>]
    )
    func invalidRawJSONFailsTheCall(response: StubResponse<Size>) async throws {
        for keyPath in [nil, "a.b"] {
            let error = try await #require(throws: TernError.self) { try await body(response, at: keyPath) }
            #expect(error.code == .encodingFailed)
        }
    }

    @Test func objectLiteralIsEncodedAtTheKeyPathOfTheCall() async throws {
        let note: String? = nil
        let response: StubResponse<Size> = .json(["width": 2, "height": 1.5, "note": note], status: 201)

        #expect(try await body(response) == #"{"height":1.5,"note":null,"width":2}"#)
        #expect(try await body(response, at: "size") == #"{"size":{"height":1.5,"note":null,"width":2}}"#)
        let counts: StubResponse<[String: Int]> = .json(["a": 1])
        #expect(try await body(counts) == #"{"a":1}"#)
    }

    @Test func responsesWithoutAValueAreThoseOfASample() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "StubResponseTests-\(UUID().uuidString)")
        let fixtures = folder.appending(path: "Fixtures")
        try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.txt")
        try Data("file".utf8).write(to: file)
        try Data(#"{"id":1}"#.utf8).write(to: fixtures.appending(path: "book.json"))
        let fixture = try Fixture("book.json", filePath: folder.appending(path: "Tests.swift").path)
        let responses: [(SampleResponse, String, String?)] = [
            (.text("a"), "a", "text/plain; charset=utf-8"),
            (.data(Data("b".utf8)), "b", "application/octet-stream"),
            (.data(Data("b".utf8), contentType: "c/d"), "b", "c/d"),
            (.file(file), "file", nil),
            (.fixture(fixture), #"{"id":1}"#, "application/json"),
            (.chunked([Data("a".utf8), Data("b".utf8)]), "ab", nil),
            (.events([ServerSentEvent(data: "1")]), "data: 1\n\n", "text/event-stream"),
            (.text("abc").inPieces(3).servingRanges(), "abc", "text/plain; charset=utf-8"),
        ]
        for (response, body, contentType) in responses {
            let provider = Provider<Page>.stub(.on(Call<Page, String>(Page()), .sample(response)), journal: Journal())
            let received = try await provider.request(Page())
            #expect(try received.string() == body)
            #expect(received.headers["Content-Type"] == contentType)
        }
    }

    @Test func bodyOfAResponseBreaksOffOrStaysOpen() async throws {
        let gate = SampleGate()
        gate.release()
        #expect(
            try await body(.sample(.text("abc")).changing { $0.stayingOpen(until: gate) } as StubResponse<String>)
                == "abc"
        )
        let error = try await #require(throws: TernError.self) {
            try await body(.json("abc").changing { $0.breakingOff(after: 1) } as StubResponse<String>, at: "name")
        }
        #expect(error.code == .connectionLost)
    }
}
