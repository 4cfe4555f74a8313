#if os(Linux)
    import Testing

    @testable import TernCurl

    /// The idle time and the pauses of a transfer.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlActivityTests {
        private var activity = CurlActivity(idleTimeout: .seconds(10), at: .seconds(1))

        /// The transfer was last active at one second, and it is now the fifth.
        @Test(
            arguments: [
                (0, false, 11), (0, true, 11), (CurlPause.receiving, true, 15), (CurlPause.sending, false, 15),
                (CurlPause.sending, true, 11), (CurlPause.sending | CurlPause.receiving, true, 15),
            ] as [(Int32, Bool, Int)]
        )
        func idleTimeDoesNotCountWhileTheClientPauses(paused: Int32, hasHead: Bool, seconds: Int) {
            var activity = activity
            activity.pause(paused)

            #expect(activity.dueTime(at: .seconds(5), hasHead: hasHead) == .seconds(seconds))
        }

        @Test func idleTimeBeginsAgainWithTheEndOfAPause() {
            var activity = activity
            activity.pause(CurlPause.receiving)

            let resumes = [CurlPause.sending, CurlPause.receiving].map { activity.resume($0, at: .seconds(4)) }

            #expect(resumes == [false, true])
            #expect(activity.lastTime == .seconds(4))
            #expect(activity.paused == 0)
        }

        @Test func smallRepliesToFramesAreNoPartOfTheBody() {
            var activity = activity

            let isSent = [10_000, 14_096, 18_193].map { activity.hasSentBody(acknowledgedBytes: $0) }

            #expect(isSent == [true, false, true])
        }

        /// Framing and content codings cost more than plain bytes.
        @Test(
            arguments: [
                ([512 * 1024], 0, false, [false]),
                ([256 * 1024, 256 * 1024, 1, 1], 0, false, [false, false, true, false]),
                ([35_000], 35_000, false, [true]), ([35_000], 0, false, [false]), ([33_000], 0, true, [true]),
            ] as [([Int], Int, Bool, [Bool])]
        )
        func shareOfACallIsLimited(pieces: [Int], framingBytes: Int, isCoded: Bool, isUsed: [Bool]) {
            var activity = activity

            for call in 1...2 {
                let results = pieces.map {
                    activity.hasUsedShare($0, framingBytes: framingBytes, isCoded: isCoded, in: call)
                }
                #expect(results == isUsed)
            }
        }

        @Test func pausedTransferHasNoShareToUse() {
            var activity = activity
            activity.pause(CurlPause.receiving)

            let isUsed = activity.hasUsedShare(1_000_000, framingBytes: 0, isCoded: true, in: 1)

            #expect(!isUsed)
        }
    }
#endif
