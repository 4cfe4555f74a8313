#if os(Linux)
    import Testing

    @testable import TernHTTP
    @testable import TernCurl

    /// The lines of libcurl's log, from which an attempt learns its stream and its end.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlAttemptTests {
        private func attempt(
            _ lines: String...,
            version: UInt32 = 0x07_58_01,
            lastAccepted: Int? = nil
        ) -> CurlAttempt {
            let connection = CurlConnection(-1, isOwn: true)
            connection.lastAcceptedStream = lastAccepted
            var attempt = CurlAttempt(connection: connection, isConnectionReused: false)
            for line in lines { Array(line.utf8).withUnsafeBytes { attempt.take($0, version: version) } }
            return attempt
        }

        @Test(
            arguments: [
                ("Using Stream ID: 11 (easy handle 0x55aa)\n", 0x07_53_01, 17),
                ("Using Stream ID: b\n", 0x07_53_01, 11),
                ("Using Stream ID: fffff (easy", 0x07_50_00, 0xfffff), ("Using Stream ID: 11 (easy", 0x07_54_00, 11),
                ("[HTTP/2] [13] OPENED stream for https://", 0x08_05_00, 13),
            ] as [(String, UInt32, Int)]
        )
        func streamIDIsHexadecimalBeforeVersion7_84(line: String, version: UInt32, id: Int) {
            let attempt = attempt(line, version: version)

            #expect(attempt.stream == id)
            #expect(attempt.hasStream)
        }

        @Test(arguments: ["Using Stream ID: \n", "Using Stream ID: x\n", "Using Stream ID: 99999999999999999999\n"])
        func unreadableStreamIDIsAStream(line: String) {
            let attempt = attempt(line, lastAccepted: 1)

            #expect(attempt.stream == nil)
            #expect(attempt.hasStream)
            #expect(!attempt.isUnprocessed)
        }

        @Test(arguments: [(11, false), (13, false), (15, true)])
        func streamAboveTheLastAcceptedOneIsUnprocessed(stream: Int, isUnprocessed: Bool) {
            let attempt = attempt(
                "Using Stream ID: \(String(stream, radix: 16))\n",
                version: 0x07_50_00,
                lastAccepted: 13
            )

            #expect(attempt.isUnprocessed == isUnprocessed)
        }

        @Test func attemptHasNoStreamBeforeItsLine() {
            let attempt = attempt("Connection state changed (MAX_CONCURRENT_STREAMS == 100)!\n")

            #expect(!attempt.hasStream)
        }
    }
#endif
