import Foundation

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
