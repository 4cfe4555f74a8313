#if os(Linux)
    import Testing

    @testable import TernHTTP
    @testable import TernCurl

    /// What an attempt learns from libcurl's log.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlAttemptTests {
        private func attempt(_ lines: [CurlLogLine], goAways: [Int] = []) -> CurlAttempt {
            let connection = CurlConnection(-1, isOwn: true)
            for stream in goAways { connection.goAway(lastStream: stream) }
            var attempt = CurlAttempt(isConnectionReused: false, usesHTTP2: true)
            attempt.connection = connection
            for line in lines { attempt.take(line) }
            return attempt
        }

        /// The last event of each row, after those before it.
        @Test(
            arguments: [
                ([], .open),
                ([.opened(stream: 1)], .open),
                ([.ended(stream: 1)], .complete),
                ([.reset(stream: 1, .noError)], .cut),
                ([.reset(stream: 1, .refusedStream)], .refused),
                ([.reset(stream: nil, .http11Required)], .http11Required),
                ([.endedEarly], .early(isCut: false)),
                ([.invalidInput], .invalid),
                ([.closing], .truncated),
                // A server that has sent the whole response may ask the client to stop sending (RFC 9113, section 8.1).
                ([.ended(stream: 1), .reset(stream: 1, .noError)], .complete),
                ([.ended(stream: 1), .endedEarly], .early(isCut: false)),
                ([.ended(stream: 1), .invalidInput], .invalid),
                ([.ended(stream: 1), .closing], .complete),
                ([.reset(stream: 1, .noError), .endedEarly], .early(isCut: true)),
                ([.reset(stream: 1, .noError), .endedEarly, .endedEarly], .early(isCut: true)),
                ([.reset(stream: 1, .noError), .ended(stream: 1)], .cut),
                ([.reset(stream: 1, .refusedStream), .endedEarly], .refused),
                ([.reset(stream: 1, .refusedStream), .invalidInput], .refused),
                ([.reset(stream: 1, .refusedStream), .reset(stream: nil, .http11Required)], .http11Required),
                ([.invalidInput, .ended(stream: 1)], .invalid),
            ] as [([CurlLogLine], CurlAttempt.End)]
        )
        func endFollowsTheLines(lines: [CurlLogLine], end: CurlAttempt.End) {
            let attempt = attempt(lines)

            #expect(attempt.end == end)
            #expect(attempt.isComplete == (end == .complete || end == .early(isCut: false)))
            #expect(attempt.isRejected == (end == .refused || end == .http11Required))
            #expect(attempt.isUnprocessed == attempt.isRejected)
        }

        @Test func unreadableStreamIDIsAStream() {
            let attempt = attempt([.opened(stream: nil)], goAways: [1])

            #expect(attempt.stream == .unknown)
            #expect(attempt.hasStream)
            #expect(!attempt.isUnprocessed)
        }

        /// A server may send several GOAWAY frames.
        @Test(arguments: [(11, false), (13, false), (15, true)], [[13], [17, 13], [13, 17]])
        func streamAboveTheLastAcceptedOneIsUnprocessed(stream: (id: Int, isUnprocessed: Bool), goAways: [Int]) {
            let attempt = attempt([.opened(stream: stream.id)], goAways: goAways)

            #expect(attempt.isUnprocessed == stream.isUnprocessed)
        }

        @Test(arguments: [CurlLogLine.reset(stream: nil, .refusedStream), .reset(stream: nil, .http11Required)])
        func rejectionAfterTheBeginningOfAResponseProvesNothing(line: CurlLogLine) {
            var attempt = attempt([.opened(stream: 15), line], goAways: [13])
            attempt.hasResponse = true

            #expect(!attempt.isUnprocessed)
            #expect(attempt.isRejected)
        }

        @Test func attemptHasNoStreamBeforeItsLine() {
            #expect(!attempt([]).hasStream)
        }
    }
#endif
