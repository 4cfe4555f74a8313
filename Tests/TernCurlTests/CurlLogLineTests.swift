#if os(Linux)
    import Testing

    @testable import TernCurl

    /// The lines of libcurl's log, of libcurl 7.68 to 8.23.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlLogLineTests {
        private func read(_ line: String, version: UInt32 = 0x07_58_01) -> CurlLogLine? {
            Array(line.utf8).withUnsafeBytes { CurlLogLine($0, version: version) }
        }

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
                ("ALPN: server accepted h2\n", .negotiated(isHTTP2: true)),
                ("ALPN, server accepted to use h2\n", .negotiated(isHTTP2: true)),
                ("ALPN: server accepted http/1.1\n", .negotiated(isHTTP2: false)),
                ("ALPN, server did not agree to a protocol\n", .negotiated(isHTTP2: false)),
                ("REFUSED_STREAM, retrying a fresh connect\n", .reset(stream: nil, .refusedStream)),
                ("Downgrades to HTTP/1.1!\n", .reset(stream: nil, .http11Required)),
                (
                    "HTTP/2 stream 1 was not closed cleanly: HTTP_1_1_REQUIRED (err 13)\n",
                    .reset(stream: nil, .http11Required)
                ),
                ("stream 1 closed\n", .endedEarly),
                ("recveived GOAWAY, error=0, last_stream=3\n", .goAway(lastStream: 3)),
                ("received GOAWAY, error=0, last_stream=2147483647\n", .goAway(lastStream: 2_147_483_647)),
                ("h2_process_pending_input: nghttp2_session_mem_recv() returned -902:x\n", .invalidInput),
                ("process_pending_input: nghttp2_session_mem_recv() returned -902:x\n", .invalidInput),
                ("nghttp2 recv error -902: x\n", .invalidInput),
                ("Excess found in a read: excess = 4, size = 0, maxdownload = 0\n", .excess),
                ("Closing connection 0\n", .closing), ("closing connection #0\n", .closing),
                ("shutting down connection #0\n", .closing),
            ] as [(String, CurlLogLine)]
        )
        func isRead(line: String, expected: CurlLogLine) {
            #expect(read(line) == expected)
        }

        @Test(
            arguments: [
                ("Using Stream ID: 11 (easy handle 0x55aa)\n", 0x07_53_01, 17),
                ("Using Stream ID: b\n", 0x07_53_01, 11),
                ("Using Stream ID: fffff (easy", 0x07_50_00, 0xfffff), ("Using Stream ID: 11 (easy", 0x07_54_00, 11),
                ("[HTTP/2] [13] OPENED stream for https://", 0x08_05_00, 13),
                ("Using Stream ID: \n", 0x07_58_01, nil), ("Using Stream ID: x\n", 0x07_58_01, nil),
                ("Using Stream ID: 1x\n", 0x07_58_01, nil),
                ("Using Stream ID: 99999999999999999999\n", 0x07_58_01, nil),
            ] as [(String, UInt32, Int?)]
        )
        func streamIDIsHexadecimalBeforeVersion7_84(line: String, version: UInt32, id: Int?) {
            #expect(read(line, version: version) == .opened(stream: id))
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
            "x [HTTP/2] [1] OPENED stream\n", "ALPN: offers h2,http/1.1\n", "ALPN, offering h2\n", "stream 1 is open\n",
            "received GOAWAY, error=0, last_stream=\n", "HTTP/2 stream 1 was not closed cleanly: x (err 2)\n",
            "Connection state changed (MAX_CONCURRENT_STREAMS == 100)!\n",
        ])
        func otherLineIsNone(line: String) {
            #expect(read(line) == nil)
        }
    }
#endif
