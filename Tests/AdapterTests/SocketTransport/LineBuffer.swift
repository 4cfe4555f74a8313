import Foundation
import Tern

/// Received bytes, which are read line by line or in pieces.
struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// There is no line end before this index.
    private var searched = 0

    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ data: Data) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: data)
    }

    /// The bytes before the next CR LF, which is removed as well; `nil` if it hasn't arrived.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Throws: `TernError` with code `.malformedResponse` if the line is longer, or has a CR or LF alone.
    mutating func takeLine(limit: Int) throws -> ArraySlice<UInt8>? {
        while searched < bytes.count, bytes[searched] != UInt8(ascii: "\r"), bytes[searched] != UInt8(ascii: "\n") {
            searched += 1
        }
        guard searched - start <= limit else { throw Malformed.error("a line of more than \(limit) bytes") }
        guard searched < bytes.count else { return nil }
        guard bytes[searched] == UInt8(ascii: "\r") else { throw Malformed.error("an LF without CR") }
        guard searched + 1 < bytes.count else { return nil }
        guard bytes[searched + 1] == UInt8(ascii: "\n") else { throw Malformed.error("a CR without LF") }
        defer {
            searched += 2
            start = searched
        }
        return bytes[start..<searched]
    }

    /// The first bytes, at most `count`. Empty if no bytes have arrived.
    func peek(_ count: Int) -> ArraySlice<UInt8> {
        bytes[start...].prefix(count)
    }

    /// Removes the first bytes, at most `count`.
    mutating func take(_ count: Int64) -> Data {
        let piece = bytes[start...].prefix(Int(min(count, Int64(bytes.count))))
        start += piece.count
        searched = start
        return Data(piece)
    }
}

enum Malformed {
    /// - Parameter mistake: The invalid part of the response.
    static func error(_ mistake: String) -> TernError {
        TernError(.malformedResponse, reason: "The response has \(mistake).")
    }
}
