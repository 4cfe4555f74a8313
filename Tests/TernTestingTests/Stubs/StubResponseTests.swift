import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
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

        #expect(try await body(.json(text: json) as StubResponse<Size>) == json)
        #expect(try await body(.json(data: Data(json.utf8)) as StubResponse<Size>) == json)
    }

    @Test(
        arguments: [
            .json(text: "{"), .json(data: Data("octocat".utf8)), .json(Size(width: .nan, height: 1)),
        ] as [StubResponse<Size>]
    )
    func invalidRawJSONFailsTheCall(response: StubResponse<Size>) async throws {
        for keyPath in [nil, "a.b"] {
            let error = try await #require(throws: TernError.self) { try await body(response, at: keyPath) }
            #expect(error.code == .encodingFailed)
        }
    }
}
