#if os(Linux)
    import Foundation
    import Testing

    @testable import TernHTTP
    @testable import TernCurl

    @Suite(.timeLimit(.minutes(20)))
    struct CurlHeadTests {
        @Test func readsStatusVersionAndFields() throws {
            let head = try head([
                "HTTP/1.1 103 Early Hints\r\n", "Location: /early\r\n", "\r\n", "HTTP/1.0 302 Found\r\n",
                "Content-Length: 5 \r\n",
                "content-length:5\r\n", "Location: /a\n", "CONTENT-ENCODING: gzip\r\n",
                "transfer-encoding:\tChunked\r\n", "\r\n",
            ])

            #expect(head.isComplete)
            #expect(head.statusCode == 302)
            #expect(head.version == .http10)
            #expect(head.length == 5)
            #expect(head.hasLocation && head.isEncoded && head.isChunked)
            #expect(head.headers.values(for: "Location") == ["/a"])
            #expect(head.headers.count == 5)
        }

        @Test func trailersOfHTTP2AreNotFields() throws {
            let head = try head(
                ["HTTP/2 200 \r\n", "a: 1\r\n", "\r\n", "Content-Length: 3\r\n", "b: 2\r\n", "\r\n"],
                isHTTP2: true
            )

            #expect(head.headers == ["a": "1"])
            #expect(head.trailers == ["Content-Length": "3", "b": "2"])
            #expect(head.length == nil)
        }

        @Test func statusLineOfHTTP2IsMalformedOnHTTP1() {
            #expect(throws: TernError.self) { try head(["HTTP/2 200 \r\n"]) }
        }

        @Test(arguments: [
            "", "HTTP", "HTTP/", "HTTP/1", "HTTP/1.", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 2", "HTTP/1.1 20", "HTTP/2",
            "HTTP/2 ", "HTTP/2 20", "HTTP/1.1 \u{0}00", "HTTP/1.1 2000", "HTTP/1.1 200x",
        ])
        func shortOrWrongStatusLineIsMalformed(line: String) {
            for end in ["", "\n", "\r\n"] {
                #expect(throws: TernError.self) { try head([line + end], isHTTP2: true) }
            }
        }

        @Test(arguments: ["HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1 200 OK: fine", "HTTP/1.1 200 \u{e9}"])
        func reasonIsOptional(line: String) throws {
            #expect(try head([line + "\r\n"]).statusCode == 200)
        }

        @Test(arguments: ["9223372036854775807", "0", "007"])
        func lengthCanBeAnyNumber(length: String) throws {
            let head = try head(["HTTP/1.1 200 OK\r\n", "Content-Length: \(length)\r\n"])
            #expect(head.length == Int(length))
        }

        @Test(arguments: ["9223372036854775808", "99999999999999999999", "", "5, 5", "-0", "1e3"])
        func malformedLengthIsAnError(length: String) {
            #expect(throws: TernError.self) { try head(["HTTP/1.1 200 OK\r\n", "Content-Length: \(length)\r\n"]) }
        }

        @Test func errorShowsNoValue() throws {
            let error = #expect(throws: TernError.self) {
                try head(["HTTP/1.1 200 OK\r\n", "Set-Cookie: secret\rx\r\n"])
            }
            #expect(error?.code == .malformedResponse)
            #expect(error.map { "\($0)".contains("secret") } == false)
        }

        private func head(_ lines: [String], isHTTP2: Bool = false) throws -> CurlHead {
            var head = CurlHead()
            for line in lines {
                _ = try Array(line.utf8).withUnsafeBytes { try head.take($0, isHTTP2: isHTTP2) }
            }
            return head
        }
    }
#endif
