import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MultipartTests {
    struct Form: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var type = "multipart/form-data; boundary=b"
        let body: String
        var parts: [RecordedRequest.Part] = []
        var reason = ""

        var request: RecordedRequest {
            RecordedRequest(method: .post, url: "/", headers: ["Content-Type": type], body: Data(body.utf8))
        }
    }

    private static let field = "Content-Disposition: form-data; name=a\r\n"

    static let forms: [Form] = [
        Form(testDescription: "no parts", body: "--b--\r\n"),
        Form(testDescription: "one field", body: "--b\r\n\(field)\r\n1\r\n--b--\r\n", parts: [part("a", "1")]),
        Form(testDescription: "no data", body: "--b\r\n\(field)\r\n\r\n--b--", parts: [part("a", "")]),
        Form(testDescription: "no data and one line end", body: "--b\r\n\(field)\r\n--b--", parts: [part("a", "")]),
        Form(
            testDescription: "preamble, epilogue, padding",
            body: "x\r\n--b \r\n\(field)\r\n1\r\n--b--\t\r\ny",
            parts: [part("a", "1")]
        ),
        Form(
            testDescription: "line ends and dashes in the data",
            body: "--b\r\n\(field)\r\n\r\n--\r\n-b\n--b\r\r\n\r\n--b--",
            parts: [part("a", "\r\n--\r\n-b\n--b\r\r\n")]
        ),
        Form(
            testDescription: "a file and a field",
            type: "Multipart/Form-Data; charset=utf-8; Boundary=\"a b'()+_,-./:=?\"",
            body: "--a b'()+_,-./:=?\r\nContent-Disposition: form-data; name=\"f\"; filename=\"c.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n\u{0}PNG\r\n--a b'()+_,-./:=?\r\n\(field)\r\n2\r\n--a b'()+_,-./:=?--\r\n",
            parts: [
                RecordedRequest.Part(
                    name: "f",
                    filename: "c.png",
                    headers: [
                        "Content-Disposition": "form-data; name=\"f\"; filename=\"c.png\"", "Content-Type": "image/png",
                    ],
                    data: Data("\u{0}PNG".utf8)
                ),
                part("a", "2"),
            ]
        ),
    ]

    static let refused: [Form] = [
        bad("empty", "", "isn't in the body"), bad("no boundary in the body", "hello", "isn't in the body"),
        bad("boundary inside a line", "x--b\r\n\(field)\r\n1\r\n", "isn't in the body"),
        bad("not closed", "--b\r\n\(field)\r\n1", "no line with the boundary"),
        bad("only opened", "--b", "extra characters"),
        bad("cut in the delimiter", "--b\r\n\(field)\r\n1\r\n--b", "extra characters"),
        bad("cut in the last delimiter", "--b\r\n\(field)\r\n1\r\n--b-", "extra characters"),
        bad("boundary with more", "--bc\r\n\(field)\r\n1\r\n--b--", "extra characters"),
        bad("last boundary with more", "--b\r\n\(field)\r\n1\r\n--b--c", "extra characters"),
        bad("bare LF", "--b\n\(field)\n1\n--b--", "extra characters"),
        bad(
            "bare LF in the fields",
            "--b\r\nContent-Disposition: form-data; name=a\n\n1\r\n--b--",
            "expected an empty line"
        ),
        bad("no fields", "--b\r\n\r\n1\r\n--b--", "Content-Disposition"),
        bad("nothing", "--b\r\n--b--", "expected an empty line"),
        bad("no empty line", "--b\r\n\(field)1\r\n--b--", "expected an empty line"),
        bad("no colon", "--b\r\nContent-Disposition\r\n\r\n1\r\n--b--", "colon"),
        bad("folded", "--b\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\n1\r\n--b--", "folded"),
        bad("no name", "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", "no name"),
        bad("attachment", "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--", "form-data"),
        bad("two dispositions", "--b\r\n\(field)\(field)\r\n1\r\n--b--", "one Content-Disposition"),
        bad("two names", "--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n1\r\n--b--", "form-data"),
        bad("open quote", "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--", "form-data"),
        bad(
            "huge fields",
            "--b\r\nX: \(String(repeating: "x", count: 20_000))\r\n\(field)\r\n1\r\n--b--",
            "expected an empty line"
        ),
        bad("too many parts", String(repeating: "--b\r\n\(field)\r\n1\r\n", count: 10_001) + "--b--", "more than"),
        Form(testDescription: "JSON", type: "application/json", body: "{}", reason: "must be multipart/form-data"),
        Form(testDescription: "text", type: "text/multipart; boundary=b", body: "--b--", reason: "must be multipart"),
        Form(testDescription: "no boundary", type: "multipart/form-data", body: "--b--", reason: "boundary"),
        Form(
            testDescription: "empty boundary",
            type: "multipart/form-data; boundary=\"\"",
            body: "--",
            reason: "boundary"
        ),
        Form(
            testDescription: "long boundary",
            type: "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
            body: "",
            reason: "boundary"
        ),
        Form(
            testDescription: "illegal boundary",
            type: "multipart/form-data; boundary=\"b\u{7F}\"",
            body: "",
            reason: "boundary"
        ),
    ]

    @Test(arguments: forms)
    func formIsSplitIntoItsParts(_ form: Form) throws {
        #expect(try form.request.multipart() == form.parts)
    }

    @Test(arguments: refused)
    func whatIsNoFormIsAnErrorWithAReason(_ form: Form) {
        let error = #expect(throws: TestKitError.self) { try form.request.multipart() }
        #expect(error?.code == .malformedForm)
        #expect(error?.message.contains(form.reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("name=a", "a", nil), ("name=\"\"", "", nil), ("name=\"a;b=c\"", "a;b=c", nil), ("name=\"é\"", "é", nil),
        ("name=\"say \\\"hi\\\"\"", "say \"hi\"", nil), ("name=\"%22%0D%0A\"", "\"\r\n", nil),
        ("filename=\"x\"; name=a", "a", "x"), ("name=a; filename=\"C:\\temp\\x.txt\"", "a", "C:\\temp\\x.txt"),
        ("NAME=a; FileName=\"\";", "a", ""), ("name=\"end\\\"", "end\\", nil),
        ("name=\"end\\\"; filename=\"\\\"", "end\\", "\\"), ("name=a; filename=\"a\\\\b\"", "a", "a\\\\b"),
        ("name=\"\\\"; filename=\"b\\\\\"", "\\", "b\\\\"), ("filename=\"a\\\"b\\\"\"; name=a", "a", "a\"b\""),
    ])
    func quotesAreRemovedFromNames(_ parameters: String, _ name: String, _ filename: String?) throws {
        let body = "--b\r\nContent-Disposition: Form-Data; \(parameters)\r\n\r\n1\r\n--b--"
        let parts = try Form(testDescription: "", body: body).request.multipart()
        #expect(parts.map(\.name) == [name])
        #expect(parts.map(\.filename) == [filename])
    }

    /// A truncated form, or a form with one damaged byte, is a form or an error.
    @Test(arguments: forms)
    func damagedFormNeverTraps(_ form: Form) {
        let body = Array(form.body.utf8)
        for index in body.indices {
            for damaged in [Array(body[..<index]), Array(body[index...])]
                + [0, 0x0D, 0x0A, 0x22, 0x2D, 0xFF].map({ byte in
                    body[..<index] + [byte] + body[(index + 1)...]
                })
            {
                var request = form.request
                request.body = Data(damaged)
                _ = try? request.multipart()
            }
        }
    }

    @Test func requestWithTwoContentTypesIsRefused() {
        let headers: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=b", "content-type": "text/plain"]
        let error = #expect(throws: TestKitError.self) {
            try RecordedRequest(url: "/", headers: headers, body: Data("--b--".utf8)).multipart()
        }
        #expect(error?.code == .malformedForm)
    }

    @Test func partsOfAnotherTypeNeedNoName() throws {
        let form = Form(
            testDescription: "related",
            type: "multipart/related; type=\"text/plain\"; boundary=b",
            body: "--b\r\nContent-ID: <1>\r\n\r\none\r\n--b\r\nContent-Disposition: attachment; filename=a.png\r\n"
                + "\r\ntwo\r\n--b--"
        )

        let parts = try form.request.multipart()

        #expect(parts.map(\.name) == ["", ""])
        #expect(parts.map(\.filename) == [nil, "a.png"])
        #expect(parts.map(\.text) == ["one", "two"])
        #expect(parts[0].headers == ["Content-ID": "<1>"])
    }

    @Test func formArrivesOverTheWire() async throws {
        let server = try LoopbackServer { request in .text("\(try request.multipart().map(\.name))") }
        let client = try RawClient(port: server.port)
        let body = "--b\r\n\(Self.field)\r\n1\r\n--b--\r\n"
        try await client.send(
            "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\n[\"a\"]"))
        #expect(try server.requests[0].multipart().map(\.text) == ["1"])
    }

    // MARK: - Private

    private static func part(_ name: String, _ text: String) -> RecordedRequest.Part {
        let headers: HTTPHeaders = ["Content-Disposition": "form-data; name=\(name)"]
        return RecordedRequest.Part(name: name, headers: headers, data: Data(text.utf8))
    }

    private static func bad(_ name: String, _ body: String, _ reason: String) -> Form {
        Form(testDescription: name, body: body, reason: reason)
    }
}
