import Foundation
import Tern
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(20)))
struct ResponseWriterTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var response: SampleResponse
        var context = ResponseWriter.Context()
        var text: String
        var closes = false
    }

    /// The response as a server sends it.
    private func wire(_ response: SampleResponse) throws -> WireResponse {
        WireResponse(try response.message(), to: RecordedRequest(url: "/"))
    }

    @Test(arguments: [
        Example(
            testDescription: "text",
            response: .text("hello"),
            text: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello"
        ),
        Example(
            testDescription: "JSON with fields",
            response: .json("{}", status: 201, headers: ["Location": "/1"]),
            text:
                "HTTP/1.1 201 Created\r\nLocation: /1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        ),
        Example(
            testDescription: "content type of the caller's",
            response: .json(Data("{}".utf8), headers: ["content-type": "application/problem+json"]),
            text: "HTTP/1.1 200 OK\r\ncontent-type: application/problem+json\r\nContent-Length: 2\r\n\r\n{}"
        ),
        Example(
            testDescription: "no body",
            response: .status(404),
            text: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        ),
        Example(
            testDescription: "no reason",
            response: .status(299),
            text: "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n"
        ),
        Example(
            testDescription: "reason",
            response: .status(200).reason("Fine"),
            text: "HTTP/1.1 200 Fine\r\nContent-Length: 0\r\n\r\n"
        ),
        Example(
            testDescription: "204",
            response: SampleResponse(status: 204, body: Data("x".utf8)),
            text: "HTTP/1.1 204 No Content\r\n\r\n"
        ),
        Example(
            testDescription: "304",
            response: .status(304, headers: ["ETag": "\"1\""]),
            text: "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"
        ),
        Example(testDescription: "103", response: .status(103), text: "HTTP/1.1 103 Early Hints\r\n\r\n"),
        Example(
            testDescription: "HEAD",
            response: .data(Data("hello".utf8), contentType: "a/b"),
            context: ResponseWriter.Context(isHead: true),
            text: "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 5\r\n\r\n"
        ),
        Example(
            testDescription: "HEAD with a length of the caller's",
            response: .status(200, headers: ["Content-Length": "99"]),
            context: ResponseWriter.Context(isHead: true),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
        ),
        Example(
            testDescription: "closing",
            response: .status(200).closingConnection(),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            closes: true
        ),
        Example(
            testDescription: "closing by field",
            response: .status(200, headers: ["Connection": "Close"]),
            text: "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n",
            closes: true
        ),
        Example(
            testDescription: "client closes",
            response: .status(200),
            context: ResponseWriter.Context(keepsAlive: false),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            closes: true
        ),
        Example(
            testDescription: "1.0 that stays",
            response: .status(200),
            context: ResponseWriter.Context(isVersion10: true),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"
        ),
        Example(
            testDescription: "length that isn't the body's",
            response: SampleResponse(headers: ["Content-Length": "9"], body: Data("abc".utf8)),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nabc",
            closes: true
        ),
        Example(
            testDescription: "encoded already",
            response: SampleResponse(headers: ["Transfer-Encoding": "chunked"], body: Data("0\r\n\r\n".utf8)),
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Example(
            testDescription: "chunked with trailers",
            response: .status(200).chunked(trailers: ["X-T": "1"]),
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-T: 1\r\n\r\n"
        ),
        Example(
            testDescription: "chunked for 1.0",
            response: SampleResponse(body: Data("ab".utf8)).chunked(),
            context: ResponseWriter.Context(isVersion10: true),
            text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nab"
        ),
        Example(
            testDescription: "after informational heads",
            response: .status(204).preceded(by: 100).preceded(by: 103, headers: ["Link": "</a>"]),
            text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\n\r\n"
        ),
        Example(
            testDescription: "with a script",
            response: SampleResponse(body: Data("ab".utf8)).writing { _ in },
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"
        ),
        Example(
            testDescription: "with a script until the end of the connection",
            response: SampleResponse(body: Data("ab".utf8)).writing { _ in }.closingConnection(),
            text: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab",
            closes: true
        ),
        Example(
            testDescription: "verbatim",
            response: .verbatim(Data("HTP?".utf8)),
            text: "HTP?",
            closes: true
        ),
    ])
    func eachResponseHasItsBytes(_ example: Example) throws {
        var output: [UInt8] = []
        let result = ResponseWriter.write(try wire(example.response), in: example.context, to: &output)

        #expect(String(decoding: output, as: UTF8.self) == example.text)
        #expect(result.closes == example.closes)
        #expect(result.remainder == nil)
    }

    @Test func largeBodyIsNotCopied() {
        let body = Data(repeating: 1, count: ResponseWriter.maximumCopiedBytes + 1)
        var output: [UInt8] = []
        let result = ResponseWriter.write(WireResponse(body: body), in: ResponseWriter.Context(), to: &output)

        #expect(result.remainder == body)
        #expect(output.count < 200)
    }

    @Test func outputIsCompleteForAnySizeOfWrites() {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        var queue = OutputQueue()
        queue.write { bytes in
            bytes.append(contentsOf: [1, 2, 3])
            return body
        }
        var sent = Data()
        var turn = 0
        while !queue.isEmpty {
            let isOpen = queue.flush { bytes in
                turn += 1
                guard turn % 3 != 0 else { return .wouldBlock }
                let part = bytes.prefix(turn)
                sent.append(contentsOf: part)
                return .bytes(part.count)
            }
            #expect(isOpen)
        }
        #expect(sent == Data([1, 2, 3]) + body)
        #expect(queue.count == 0)
    }
}
