import Foundation
import TernHTTP

/// The rules of a `BodySink`: which write waits, and whether the stream may still be used. It is pure, so that it is
/// tested on all platforms.
struct BodySinkState<Waiter> {
    private enum Phase {
        case open
        /// No more bytes are written, but the stream stays open. The session would treat a closed stream as the end of
        /// the body, and complete a request that was cancelled or has failed.
        case aborted
        case closed
    }

    private var phase = Phase.open
    /// The unwritten rest of a piece. `nil` while bytes are being written, during which the stream may report an event.
    private var writer: PieceWriter? = PieceWriter()
    private var waiting: Waiter?

    /// Begins with the next piece.
    ///
    /// - Returns: `false` if no more bytes can be written. `waiter` isn't stored then.
    mutating func begin(_ piece: Data, _ waiter: Waiter) -> Bool {
        guard phase == .open else { return false }
        writer?.begin(piece)
        waiting = waiter
        return true
    }

    /// Returns the rest that can be written now. `nil` if no write waits, or if bytes are being written already.
    mutating func takeWriter() -> PieceWriter? {
        guard phase == .open, waiting != nil else { return nil }
        defer { writer = nil }
        return writer
    }

    /// Ends the write that `takeWriter()` began.
    ///
    /// - Returns: The waiter whose piece is complete. `nil` if a part of the piece is left, or if the sink was aborted
    ///   or closed in the meantime.
    mutating func returnWriter(_ writer: PieceWriter, after outcome: PieceWriter.Outcome) -> Waiter? {
        self.writer = writer
        guard phase == .open, outcome == .done else { return nil }
        return takeWaiting()
    }

    /// Returns the write that is to fail. No further piece is accepted.
    mutating func abort() -> Waiter? {
        if phase == .open { phase = .aborted }
        return takeWaiting()
    }

    /// - Returns: Whether the stream has to be closed, as the end of a complete body.
    mutating func finish() -> Bool {
        guard phase == .open else { return false }
        phase = .closed
        return true
    }

    /// - Returns: Whether the stream has to be closed, after the end of the session's task; and the write that is to
    ///   fail.
    mutating func release() -> (closes: Bool, Waiter?) {
        defer { phase = .closed }
        return (phase != .closed, takeWaiting())
    }

    private mutating func takeWaiting() -> Waiter? {
        defer { waiting = nil }
        return waiting
    }
}

/// The unwritten rest of one piece of a body. Writes as much as a stream accepts without blocking.
struct PieceWriter {
    enum Outcome: Equatable {
        /// The whole piece is written.
        case done
        /// The stream is full.
        case isFull
        /// The other end is closed, or the stream failed.
        case failed
    }

    private var rest = Data()

    /// Begins with the next piece.
    mutating func begin(_ piece: Data) {
        rest = piece
    }

    /// - Parameters:
    ///   - hasRoom: Whether the stream accepts at least one byte at once.
    ///   - write: Writes bytes, and returns their number; 0 or less if the stream is closed.
    mutating func advance(while hasRoom: () -> Bool, write: (UnsafePointer<UInt8>, Int) -> Int) -> Outcome {
        while !rest.isEmpty {
            guard hasRoom() else { return .isFull }
            let count = rest.withUnsafeBytes { bytes -> Int in
                guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                return write(start, bytes.count)
            }
            guard count > 0 else { return .failed }
            rest = rest.dropFirst(count)
        }
        rest = Data()
        return .done
    }
}
