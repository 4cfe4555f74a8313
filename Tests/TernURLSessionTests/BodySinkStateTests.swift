import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct BodySinkStateTests {
    /// A reference, so that `#expect` can call its methods.
    private final class Sink {
        private var state = BodySinkState<String>()

        func begin(_ piece: Data, _ waiter: String) -> Bool { state.begin(piece, waiter) }
        func takeWriter() -> PieceWriter? { state.takeWriter() }
        func returnWriter(_ writer: PieceWriter, after outcome: PieceWriter.Outcome) -> String? {
            state.returnWriter(writer, after: outcome)
        }
        func abort() -> String? { state.abort() }
        func finish() -> Bool { state.finish() }
        func release() -> (closes: Bool, String?) { state.release() }
    }

    private let piece = Data("piece".utf8)

    /// Writes up to `room` bytes of the waiting piece.
    ///
    /// - Returns: The write whose piece is complete.
    private func advance(_ sink: Sink, room: Int) -> String? {
        guard var writer = sink.takeWriter() else { return nil }
        var free = room
        let outcome = writer.advance(
            while: { free > 0 },
            write: { _, count in
                let written = min(count, free)
                free -= written
                return written
            }
        )
        return sink.returnWriter(writer, after: outcome)
    }

    @Test func completeBodyClosesTheStreamOnce() {
        let sink = Sink()
        #expect(sink.begin(piece, "first"))
        #expect(advance(sink, room: 2) == nil)
        #expect(advance(sink, room: 3) == "first")
        #expect(sink.begin(piece, "second"))
        #expect(advance(sink, room: 5) == "second")
        #expect(sink.finish())
        #expect(!sink.finish())
        let (closes, waiting) = sink.release()
        #expect(!closes && waiting == nil)
    }

    /// The session would take the end of the stream for the end of the body.
    @Test func abortedBodyLeavesTheStreamOpenUntilTheTaskHasEnded() {
        let sink = Sink()
        #expect(sink.begin(piece, "first"))
        #expect(advance(sink, room: 2) == nil)
        #expect(sink.abort() == "first")
        #expect(sink.abort() == nil)
        #expect(!sink.begin(piece, "second"))
        #expect(advance(sink, room: 5) == nil)
        #expect(!sink.finish())
        let (closes, waiting) = sink.release()
        #expect(closes && waiting == nil)
    }

    @Test func endOfTheTaskEndsAWaitingWrite() {
        let sink = Sink()
        #expect(sink.begin(piece, "first"))
        let (closes, waiting) = sink.release()
        #expect(closes && waiting == "first")
        #expect(!sink.begin(piece, "second"))
    }

    @Test func eventInsideOfAWriteChangesNothing() throws {
        let sink = Sink()
        #expect(sink.begin(piece, "first"))
        var writer = try #require(sink.takeWriter())
        let outcome = writer.advance(
            while: { true },
            write: { _, count in
                #expect(sink.takeWriter() == nil)
                return count
            }
        )
        #expect(sink.returnWriter(writer, after: outcome) == "first")
        #expect(sink.takeWriter() == nil)
    }

    @Test func writeThatIsAbortedMeanwhileEndsOnce() throws {
        let sink = Sink()
        #expect(sink.begin(piece, "first"))
        var writer = try #require(sink.takeWriter())
        var aborted: String?
        let outcome = writer.advance(
            while: { true },
            write: { _, count in
                aborted = sink.abort()
                return count
            }
        )
        #expect(aborted == "first")
        #expect(sink.returnWriter(writer, after: outcome) == nil)
    }
}
