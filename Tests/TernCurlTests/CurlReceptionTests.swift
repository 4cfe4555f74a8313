#if os(Linux)
    import Foundation
    import Testing

    @testable import TernCurl
    @testable import TernHTTP

    /// What follows from the head of a response.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlReceptionTests {
        struct Facts: Equatable {
            var hasContent = true
            var hasNoLength = false
            var hasUncertainEnd = false
            var isRedirect = false
            var announcedBytes: Int?
        }

        private func reception(
            of lines: [String],
            to method: HTTPMethod = .get
        ) throws -> CurlReception {
            var request = Request(url: try #require(URL(string: "http://a.example/")))
            request.method = method
            let prepared = CurlPreparedRequest(1, request, Hop(), TransportConfiguration())
            let reception = CurlReception(to: prepared, memory: CurlMemory(), budget: BodyBudget())
            for line in lines + [""] {
                let isComplete = try Array("\(line)\r\n".utf8).withUnsafeBytes {
                    try reception.takeHeadLine($0, isHTTP2: true)
                }
                #expect(isComplete == line.isEmpty)
            }
            try reception.beginContent()
            return reception
        }

        @Test(
            arguments: [
                (["HTTP/1.1 200 OK", "Content-Length: 5"], .get, Facts(announcedBytes: 5)),
                (["HTTP/1.1 200 OK", "Content-Length: 0"], .get, Facts(hasContent: false, announcedBytes: 0)),
                (["HTTP/1.1 200 OK"], .get, Facts(hasNoLength: true)), (["HTTP/2 200"], .get, Facts(hasNoLength: true)),
                (["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], .get, Facts()),
                (["HTTP/1.0 200 OK", "Transfer-Encoding: chunked"], .get, Facts(hasUncertainEnd: true)),
                (
                    ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Content-Length: 5"], .get,
                    Facts(hasUncertainEnd: true)
                ),
                // The length of an encoded body isn't its decoded length.
                (["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 5"], .get, Facts()),
                (
                    ["HTTP/1.1 302 Found", "Location: /b", "Content-Length: 5"], .get,
                    Facts(isRedirect: true, announcedBytes: 5)
                ),
                (["HTTP/1.1 204 No Content"], .get, Facts(hasContent: false)),
                (["HTTP/1.1 304 Not Modified"], .get, Facts(hasContent: false)),
                (["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], .head, Facts(hasContent: false)),
            ] as [([String], HTTPMethod, Facts)]
        )
        func headTellsWhatFollows(lines: [String], method: HTTPMethod, facts: Facts) throws {
            let reception = try reception(of: lines, to: method)

            #expect(
                facts
                    == Facts(
                        hasContent: reception.hasContent,
                        hasNoLength: reception.hasNoLength,
                        hasUncertainEnd: reception.hasUncertainEnd,
                        isRedirect: reception.isRedirect,
                        announcedBytes: reception.announcedBytes
                    )
            )
            #expect(reception.hasHead)
            #expect(!reception.isEmpty)
        }

        /// Received lines are those of the final response after an informational one.
        @Test func informationalResponseLeavesTheReceptionEmpty() throws {
            let request = Request(url: try #require(URL(string: "http://a.example/")))
            let prepared = CurlPreparedRequest(1, request, Hop(), TransportConfiguration())
            let reception = CurlReception(to: prepared, memory: CurlMemory(), budget: BodyBudget())
            #expect(reception.isEmpty)

            for (line, isEmpty) in [
                ("HTTP/1.1 103 Early Hints\r\n", false), ("\r\n", true), ("HTTP/1.1 200\r\n", false),
            ] {
                _ = try Array(line.utf8).withUnsafeBytes { try reception.takeHeadLine($0, isHTTP2: false) }
                #expect(reception.isEmpty == isEmpty)
            }
            #expect(!reception.hasHead)
        }

        @Test func announcedLengthAboveTheLimitIsTooLarge() throws {
            let error = #expect(throws: TernError.self) {
                try reception(of: ["HTTP/1.1 200 OK", "Content-Length: 1000000000000"])
            }
            #expect(error?.code == .bodyTooLarge)
        }
    }
#endif
