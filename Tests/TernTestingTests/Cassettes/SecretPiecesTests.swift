import Foundation
import Tern
import Testing

@testable import TernTesting

/// A secret that the request has, and that comes back in pieces.
@Suite(.timeLimit(.minutes(20)))
struct SecretPiecesTests {
    private static let secret = "sk-live-ABCDEF0123456789wxyzQRST"
    private static let placeholder = Placeholder.text(for: secret, 1)

    /// `1`, `2` and `3` in angle brackets stand for the pieces.
    @Test(arguments: [
        (
            "data: {\"delta\":\"<1>\"}\n\ndata: {\"delta\":\"<2>\"}\n\ndata: {\"delta\":\"<3>\"}\n\n",
            "text/event-stream"
        ),
        ("event: a\ndata: <1>\n\nevent: a\nid: 7\ndata:<2>\r\n\r\n: ping\n\ndata: <3>\n\n", "text/event-stream"),
        (
            "data: {\"id\":\"a\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"it is <1>\"}}]}\n\n"
                + "data: {\"id\":\"a\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<2>\"}}]}\n\n"
                + "data: {\"id\":\"a\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<3>, \\\"so\\\".\"}}]}\n\ndata: [DONE]\n\n",
            "text/event-stream"
        ),
        (
            ": a \" in a comment\n\ndata: {\"c\":\"<1>\"}\n\ndata: {\"c\":\"<2>\"}\n\ndata: {\"c\":\"<3>\"}\n\n",
            "text/event-stream"
        ),
        (": a \"\rdata: {\"c\":\"<1>\"}\r\rdata: {\"c\":\"<2>\"}\r\rdata: {\"c\":\"<3>\"}\r\r", "text/event-stream"),
        ("event: a\rdata: <1>\r\r: ping\r\rdata: <2>\r\rdata:<3>\r\r", "text/event-stream"),
        ("a 5\" disk\r\n[\"<1>\",\r\n\"<2>\",\r\n\"<3>\"]\r\n", "text/plain"),
        ("{\"d\":\"<1>\"}\n{\"d\":\"<2>\"}\n{\"d\":\"<3>\"}\n", "application/x-ndjson"),
        ("{\"parts\":[\"<1>\",\"<2>\", \"<3>\"],\"more\":[\"a\"]}", "application/json"),
        ("[{\"a\":{\"t\":\"<1>\"},\"n\":1},{\"a\":{\"t\":\"<2>\"}},{\"a\":{\"t\":\"<3>\\n\"}}]", "application/json"),
        ("[\"\",\"<1>\",\"\",\"<2>\",\"<3>\",\"\"]", "application/json"), ("the token\n<1>\n<2>\n<3>\n", "text/plain"),
        ("  <1>\r\n  <2>\r\n\r\n  <3>", "text/plain"), ("f(\"<1>\" + \"<2>\" + \"<3>\")", "text/javascript"),
    ])
    func piecesAreReplaced(body: String, type: String) {
        for cuts in [[10, 22], [1, 2], [8, 31]] {
            let replaced = Self.redacted(Self.filled(body, Self.secret, cuts), type)
            #expect(replaced == Self.filled(body, Self.placeholder, cuts))
        }
    }

    /// A placeholder may be shorter than its secret, and longer.
    @Test func pieceAtTheEndHasTheRestOfAPlaceholder() {
        let pieces = #"["8f14e45f-ceea-467a-","9a36-dedd4bea2543"]"#
        let redacted = Self.redacted(pieces, "application/json", secret: "8f14e45f-ceea-467a-9a36-dedd4bea2543")
        #expect(redacted == #"["00000000-0000-4000-","8000-000000000001"]"#)
    }

    /// Pieces of short secrets occur in unrelated texts.
    @Test(arguments: [
        ("1234\n5678\n", "12345678"), (#"["user","name"]"#, "username"), ("sk-live-ABCDEF0123456789\n", Self.secret),
        (#"{"a":"sk-live-AB","b":"CDEF0123456789wxyzQRST"}"#, Self.secret),
        (#"["sk-live-AB", "x", "CDEF0123456789wxyzQRST"]"#, Self.secret), ("\"sk-live-AB\n", Self.secret),
    ])
    func otherTextsStay(body: String, secret: String) {
        #expect(Self.redacted(body, "text/plain", secret: secret) == body)
    }

    private static func filled(_ body: String, _ text: String, _ cuts: [Int]) -> String {
        let characters = Array(text)
        return body.replacing("<1>", with: String(characters[..<cuts[0]]))
            .replacing("<2>", with: String(characters[cuts[0]..<cuts[1]]))
            .replacing("<3>", with: String(characters[cuts[1]...]))
    }

    private static func redacted(_ body: String, _ type: String, secret: String = secret) -> String {
        let request = RecordedRequest(url: "https://a.example/b", headers: ["Authorization": "Bearer \(secret)"])
        let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": type])
        var redaction = CassetteRedaction(.default)
        let exchange = CassetteExchange(request: request, head: head, body: Data(body.utf8))
        return String(decoding: redaction.redacted([exchange])[0].body, as: UTF8.self)
    }
}
