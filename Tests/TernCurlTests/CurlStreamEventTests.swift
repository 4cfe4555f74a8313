#if os(Linux)
    import Testing

    @testable import TernCurl

    /// The lines of libcurl's log about frames of HTTP/2.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlStreamEventTests {
        private func event(_ line: String) -> CurlStreamEvent? {
            Array(line.utf8).withUnsafeBytes { CurlStreamEvent($0) }
        }

        /// Lines of libcurl 8.4, 8.16 and 8.23.
        @Test(
            arguments: [
                ("[HTTP/2] [13] OPENED stream for https://a.example/b\n", .opened(stream: 13)),
                ("[HTTP/2] [1] <- FRAME[DATA, len=4, eos=1, padlen=0]\n", .ended(stream: 1)),
                ("[HTTP/2] [7] <- FRAME[HEADERS, len=1, hend=1, eos=1]\n", .ended(stream: 7)),
                (
                    "[HTTP/2] [2147483647] <- FRAME[RST_STREAM, len=4, flags=0, error=0]\n",
                    .reset(stream: 2_147_483_647, .noError)
                ),
                ("[HTTP/2] [3] <- FRAME[RST_STREAM, len=4, flags=0, error=7]\n", .reset(stream: 3, .refusedStream)),
                ("[HTTP/2] [3] <- FRAME[RST_STREAM, len=4, flags=0, error=13]\n", .reset(stream: 3, .http11Required)),
                ("[HTTP/2] [0] -> FRAME[GOAWAY, error=9, reason='', last_stream=0]\n", .connectionFailed),
            ] as [(String, CurlStreamEvent)]
        )
        func isReadFromALine(line: String, expected: CurlStreamEvent) {
            #expect(event(line) == expected)
        }

        @Test(arguments: [
            "", "[", "[HTTP/2] [", "[HTTP/2] [1", "[HTTP/2] [1]", "[HTTP/2] [1] ",
            "[HTTP/2] [99999999999999999999] OPENED stream for https://a.example/",
            "[HTTP/2] [1] <- FRAME[DATA, len=4, eos=0, padlen=0]\n",
            "[HTTP/2] [1] -> FRAME[HEADERS, len=33, hend=1, eos=1]\n",
            "[HTTP/2] [1] <- FRAME[RST_STREAM, len=4, flags=0, error=8]\n",
            "[HTTP/2] [0] -> FRAME[GOAWAY, error=0, reason='', last_stream=0]\n",
            "[HTTP/2] [0] <- FRAME[GOAWAY, error=9, reason='', last_stream=0]\n",
            "[HTTP/2] [1] cf_send(len=81) -> 0, 81, eos=1\n", "[HTTP/2] [1] [x-a: OPENED eos=1]\n", "OPENED stream\n",
        ])
        func otherLineIsNone(line: String) {
            #expect(event(line) == nil)
        }
    }
#endif
