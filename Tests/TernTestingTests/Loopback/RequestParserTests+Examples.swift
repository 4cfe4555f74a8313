import Foundation
import Tern
import Testing

@testable import TernTesting

extension RequestParserTests {
    /// Bytes, and the expected result.
    struct Example: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var events: [RequestParser.Event] = []
        var status = 0

        /// Feeds the bytes in parts that end at the given indices.
        func parse(splitAt indices: [Int]) throws(RequestParseError) -> [RequestParser.Event] {
            var parser = RequestParser(connection: 7, maximumHeadBytes: 512, maximumBodyBytes: 100)
            var events: [RequestParser.Event] = []
            var start = 0
            for end in indices + [bytes.count] {
                bytes[start..<end].withUnsafeBytes { parser.append($0) }
                start = end
                while let event = try parser.next() { events.append(event) }
            }
            return events
        }
    }

    static let accepted: [Example] = [
        good("no body", "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", request("GET", "/a?b=c")),
        good("empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", request("GET", "/")),
        good("asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", request("OPTIONS", "*")),
        good("absolute", "GET http://b/c HTTP/1.1\r\nHost: a\r\n\r\n", request("GET", "http://b/c")),
        good("authority", "CONNECT b:443 HTTP/1.1\r\nHost: a\r\n\r\n", request("CONNECT", "b:443")),
        good("any token", "M-SEARCH! / HTTP/1.1\r\nHost: a\r\n\r\n", request("M-SEARCH!", "/")),
        good(
            "blanks around values",
            "GET / HTTP/1.1\r\nHost:a\r\nX:\t one two \t\r\nEmpty:\r\n\r\n",
            request("GET", "/", ["Host": "a", "X": "one two", "Empty": ""])
        ),
        good(
            "values beyond ASCII",
            "GET / HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n",
            request("GET", "/", ["Host": "a", "X": "é"])
        ),
        good(
            "length",
            "PUT / HTTP/1.1\r\nHost: a\r\ncontent-length: 0005\r\n\r\nhello",
            request("PUT", "/", ["Host": "a", "content-length": "0005"], body: "hello")
        ),
        good(
            "length zero",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            request("PUT", "/", ["Host": "a", "Content-Length": "0"])
        ),
        good(
            "chunked with extension and trailers",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "3;name=\"v\"\r\nabc\r\n0A\r\n0123456789\r\n000\r\nDigest: x\r\nMore: y\r\n\r\n",
            request(
                "PUT",
                "/",
                ["Host": "a", "Transfer-Encoding": "Chunked"],
                body: "abc0123456789",
                trailers: ["Digest": "x", "More": "y"]
            )
        ),
        good(
            "chunked but empty",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            request("PUT", "/", ["Host": "a", "Transfer-Encoding": "chunked"])
        ),
        good(
            "continue",
            "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nhi",
            .expectsContinue,
            request("PUT", "/", ["Host": "a", "Expect": "100-Continue", "Content-Length": "2"], body: "hi")
        ),
        good(
            "continue without a body",
            "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
            request("PUT", "/", ["Host": "a", "Expect": "100-continue"])
        ),
        good(
            "continue in 1.0",
            "PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
            request(
                "PUT",
                "/",
                ["Expect": "100-continue", "Content-Length": "2"],
                body: "hi",
                isVersion10: true,
                keepsAlive: false
            )
        ),
        good(
            "close",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
            request("GET", "/", ["Host": "a", "Connection": "x, Close"], keepsAlive: false)
        ),
        good("1.0", "GET / HTTP/1.0\r\n\r\n", request("GET", "/", [:], isVersion10: true, keepsAlive: false)),
        good(
            "1.0 that stays",
            "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
            request("GET", "/", ["Connection": "Keep-Alive"], isVersion10: true)
        ),
        good(
            "pipelined",
            "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx\r\n"
                + "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\ny\r\n0\r\n\r\n"
                + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
            request("POST", "/1", ["Host": "a", "Content-Length": "1"], body: "x"),
            request("POST", "/2", ["Host": "a", "Transfer-Encoding": "chunked"], body: "y"),
            request("GET", "/3")
        ),
    ]

    static let refused: [Example] = [
        bad(400, "bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        bad(400, "bare LF after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        bad(400, "bare LF after a chunk size", chunked("1\nx\r\n0\r\n\r\n")),
        bad(400, "CR in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "CR in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
        bad(400, "NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"),
        bad(400, "DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7F}b\r\n\r\n"),
        bad(400, "folded field", "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n"),
        bad(400, "blank before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        bad(400, "blank before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        bad(400, "no colon", "GET / HTTP/1.1\r\nHost\r\n\r\n"),
        bad(400, "no name", "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"),
        bad(400, "name beyond ASCII", "GET / HTTP/1.1\r\nHost: a\r\né: x\r\n\r\n"),
        bad(400, "no Host", "GET / HTTP/1.1\r\n\r\n"),
        bad(400, "two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        bad(400, "no version", "GET /\r\nHost: a\r\n\r\n"),
        bad(400, "two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "blank at the end of the request line", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        bad(400, "method that is not a token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "relative target", "GET users HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "target beyond ASCII", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "lower case version", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        bad(400, "version without a dot", "GET / HTTP/2\r\nHost: a\r\n\r\n"),
        bad(505, "2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        bad(505, "1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
        bad(400, "length and coding", post("Content-Length: 1\r\nTransfer-Encoding: chunked")),
        bad(400, "coding and length", post("Transfer-Encoding: chunked\r\nContent-Length: 1")),
        bad(400, "two lengths", post("Content-Length: 1\r\nContent-Length: 2")),
        bad(400, "two lengths in one field", post("Content-Length: 1, 1")),
        bad(400, "negative length", post("Content-Length: -1")),
        bad(400, "signed length", post("Content-Length: +1")),
        bad(400, "no length", post("Content-Length:")),
        bad(400, "hexadecimal length", post("Content-Length: 0x1")),
        bad(400, "length of 2^63", post("Content-Length: 9223372036854775808")),
        bad(400, "length of many digits", post("Content-Length: 99999999999999999999999")),
        bad(413, "length of 2^63 - 1", post("Content-Length: 9223372036854775807")),
        bad(413, "length above the limit", post("Content-Length: 101")),
        bad(400, "unknown coding", post("Transfer-Encoding: gzip")),
        bad(400, "coding that ends without chunked", post("Transfer-Encoding: chunked, gzip")),
        bad(400, "chunked twice in one field", post("Transfer-Encoding: chunked, chunked")),
        bad(501, "chunked and more", post("Transfer-Encoding: gzip, chunked")),
        bad(400, "two words as Host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        bad(400, "user info in Host", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        bad(400, "chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
        bad(400, "chunked in 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        bad(400, "empty chunk size", chunked("\r\n")),
        bad(400, "chunk size that is not a number", chunked("x\r\n")),
        bad(400, "negative chunk size", chunked("-1\r\n")),
        bad(400, "chunk size with a prefix", chunked("0x1\r\n")),
        bad(400, "blank after a chunk size", chunked("1 \r\nx\r\n0\r\n\r\n")),
        bad(400, "control character in an extension", chunked("1;a=\0\r\nx\r\n0\r\n\r\n")),
        bad(400, "chunk size of 2^64", chunked("10000000000000000\r\n")),
        bad(400, "chunk size of 2^63", chunked("8000000000000000\r\n")),
        bad(413, "chunk size of 2^63 - 1", chunked("7fffffffffffffff\r\n")),
        bad(413, "chunks above the limit together", chunked("1\r\nx\r\n64\r\n")),
        bad(400, "chunk longer than its size", chunked("1\r\nxyz\r\n")),
        bad(400, "chunk shorter than its size", chunked("3\r\nx\r\n0\r\n\r\n")),
        bad(400, "folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")),
        bad(414, "long request line", "GET /" + String(repeating: "a", count: 600)),
        bad(431, "many fields", "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 100)),
        bad(431, "many trailers", chunked("0\r\n" + String(repeating: "X: y\r\n", count: 100))),
        bad(431, "long chunk extension", chunked("1;" + String(repeating: "a", count: 600))),
    ]

    // MARK: - Private

    private static func good(_ name: String, _ text: String, _ events: RequestParser.Event...) -> Example {
        Example(testDescription: name, bytes: Array(text.utf8), events: events)
    }

    private static func bad(_ status: Int, _ name: String, _ text: String) -> Example {
        Example(testDescription: name, bytes: Array(text.utf8), status: status)
    }

    private static func post(_ fields: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
    }

    private static func chunked(_ body: String) -> String {
        post("Transfer-Encoding: chunked") + body
    }

    private static func request(
        _ method: HTTPMethod,
        _ target: String,
        _ headers: HTTPHeaders = ["Host": "a"],
        body: String = "",
        trailers: HTTPHeaders = [:],
        isVersion10: Bool = false,
        keepsAlive: Bool = true
    ) -> RequestParser.Event {
        let request = RecordedRequest(
            method: method,
            url: target,
            headers: headers,
            trailers: trailers,
            body: Data(body.utf8)
        )
        return .request(
            ParsedRequest(
                request: request,
                bodyBytes: request.body.count,
                isVersion10: isVersion10,
                keepsAlive: keepsAlive
            )
        )
    }
}
