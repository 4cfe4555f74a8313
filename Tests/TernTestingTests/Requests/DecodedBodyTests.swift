import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

@testable import TernConformance

/// The body of a recorded request without its content codings.
@Suite(.timeLimit(.minutes(20)))
struct DecodedBodyTests {
    private func request(_ body: Data, _ codings: String...) -> RecordedRequest {
        var headers: HTTPHeaders = ["Content-Type": "text/plain"]
        for coding in codings { headers.add(coding, for: "Content-Encoding") }
        return RecordedRequest(method: .post, url: "/", headers: headers, body: body)
    }

    private func message(_ request: RecordedRequest, limit: Int = 1_000_000) throws -> String {
        let error = try #require(#expect(throws: TestKitError.self) { try request.decodedBody(limit: limit) })
        #expect(error.code == .undecodableBody)
        return error.message
    }

    @Test(arguments: [
        ("gzip", Compression.gzip), ("X-GZIP", Compression.gzip), ("deflate", Compression.deflate),
        ("deflate, gzip", Compression.gzipOfDeflate), ("identity", Data(Compression.text.utf8)),
    ])
    func bodyAndTextAreDecoded(coding: String, body: Data) throws {
        let request = request(body, coding)
        #expect(try request.decodedBody() == Data(Compression.text.utf8))
        #expect(request.text == Compression.text)
        #expect(request.body == body)
    }

    @Test func codingsOfSeveralFieldsAreDecodedInOrder() throws {
        #expect(request(Compression.gzipOfDeflate, "deflate", "gzip").text == Compression.text)
    }

    @Test func bodyWithoutCodingIsUnchanged() throws {
        #expect(try request(Compression.gzip).decodedBody() == Compression.gzip)
        #expect(try request(Data(), "gzip").decodedBody() == Data())
    }

    @Test func compressedJSONAndFormsAreDecoded() async throws {
        let server = try LoopbackServer(handlers: [
            "POST /json": { request in .text(try request.json(as: [String: String].self)["name"] ?? "") },
            "POST /form": { request in .text(request.form.map { "\($0.name)=\($0.value ?? "")" }.joined()) },
        ])
        struct Save: TargetType {
            let baseURL: URL
            let path: String
            let method = HTTPMethod.post
            let task: HTTPTask
        }
        let provider = Provider<Save>(plugins: [RequestCompressionPlugin(minimumBytes: 1)])
        let name = String(repeating: "Tern ", count: 50)

        let json = try await provider.request(Save(baseURL: server.url, path: "json", task: .json(["name": name])))
        let form = try await provider.request(Save(baseURL: server.url, path: "form", task: .form(["a": name])))

        #expect(try json.string() == name)
        #expect(try form.string() == "a=\(name)")
        #expect(server.requests.map { $0.headers["Content-Encoding"] } == ["gzip", "gzip"])
    }

    @Test func bodyThatExpandsBeyondTheLimitIsAnError() throws {
        let bomb = request(Compression.bomb(50_000_000), "gzip")
        #expect(try message(bomb).contains("larger than 1000000 bytes"))
        #expect(bomb.body.count < 1_000_000)
    }

    @Test func resultMayBeAsLargeAsTheLimit() throws {
        let count = Compression.text.utf8.count
        #expect(try request(Compression.gzip, "gzip").decodedBody(limit: count).count == count)
        #expect(try message(request(Compression.gzip, "gzip"), limit: count - 1).contains("larger than"))
    }

    @Test func malformedTruncatedAndUnknownCodingsAreErrors() throws {
        #expect(try message(request(Data("no gzip".utf8), "gzip")).contains("malformed"))
        #expect(try message(request(Compression.gzip.prefix(40), "gzip")).contains("ends before it is complete"))
        #expect(try message(request(Compression.gzip, "zstd")).contains("the coding isn't known"))
    }

    @Test func decoderOfJSON5IsRefused() throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let request = request(Data("{}".utf8))

        #expect(throws: DecodingError.self) { try request.json(as: [String: String].self, using: decoder) }
        #expect(try request.json(as: [String: String].self) == [:])
    }

    @Test func textOfABodyThatCannotBeDecodedIsThatOfItsBytes() throws {
        #expect(request(Data("no gzip".utf8), "gzip").text == "no gzip")
    }

    @Test func failuresOfTheCodingReachJSONAndForms() throws {
        let broken = request(Data("{}".utf8), "gzip")
        let error = #expect(throws: TestKitError.self) { try broken.json(as: [String: String].self) }
        #expect(error?.code == .undecodableBody)
        var form = broken
        form.headers["Content-Type"] = "multipart/form-data; boundary=b"
        let failure = #expect(throws: TestKitError.self) { try form.multipart() }
        #expect(failure?.code == .undecodableBody)
    }
}
