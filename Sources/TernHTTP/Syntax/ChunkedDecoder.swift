import Foundation

/// Decodes `Transfer-Encoding: chunked` (RFC 9112, section 7.1) from pieces of any size, and collects the trailers.
///
/// Every byte is checked, and only CR LF ends a line, so that no other software can read the body differently.
package final class ChunkedDecoder {
    package struct Fault: Error, Equatable {
        package enum Kind { case malformed, lineTooLong, bodyTooLarge }

        package let kind: Kind
        /// The object of a sentence about the body, such as "an invalid size".
        package let mistake: String

        fileprivate init(_ kind: Kind = .malformed, _ mistake: String) { (self.kind, self.mistake) = (kind, mistake) }
    }

    /// Whether the last chunk and the trailers are complete.
    package var isComplete: Bool { state == .end }
    /// The number of bytes that followed the end of the body.
    package private(set) var excessBytes = 0
    /// The size of the decoded body.
    package private(set) var bodyBytes: Int64 = 0
    package private(set) var trailers: HTTPHeaders = [:]

    private enum State {
        case size, data, dataEnd, trailers, end
    }

    private let isStrict: Bool
    private let maximumHeadBytes: Int
    private let maximumBodyBytes: Int
    private var state = State.size
    /// What has arrived of a line, perhaps with its CR.
    private var line: [UInt8] = []
    /// The number of bytes that remain of the chunk.
    private var remaining = 0
    private var trailerBytes = 0

    /// The longest line with a chunk's size and its extensions.
    private static let maximumLineBytes = 4 * 1024
    private static let maximumDigits = 16

    /// - Parameters:
    ///   - isStrict: Whether the trailers are read without tolerance. `false` by default.
    ///   - maximumHeadBytes: The largest size of all trailers. 64 KiB by default.
    ///   - maximumBodyBytes: The largest sum of the chunks' sizes, announced or received. Unlimited by default.
    package init(isStrict: Bool = false, maximumHeadBytes: Int = 64 * 1024, maximumBodyBytes: Int = .max) {
        self.isStrict = isStrict
        self.maximumHeadBytes = maximumHeadBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Decodes the next piece of the encoded body.
    ///
    /// - Parameter use: Receives a piece of the decoded body, which is valid during the call only. Returns `false` to
    ///   stop.
    /// - Returns: `false` if `use` returned `false`.
    /// - Throws: After `use` has received all pieces before the error.
    package func take(_ bytes: UnsafeRawBufferPointer, _ use: (UnsafeRawBufferPointer) -> Bool) throws(Fault) -> Bool {
        var index = 0
        while index < bytes.count {
            switch state {
            case .data:
                let count = min(remaining, bytes.count - index)
                let piece = UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
                index += count
                remaining -= count
                bodyBytes += Int64(count)
                if remaining == 0 { state = .dataEnd }
                guard use(piece) else { return false }
            case .end:
                excessBytes += bytes.count - index
                return true
            case .size, .dataEnd, .trailers:
                try take(bytes[index])
                index += 1
            }
        }
        return true
    }

    // MARK: - Private

    /// Takes a byte of a line.
    private func take(_ byte: UInt8) throws(Fault) {
        if state == .trailers { trailerBytes += 1 }
        guard trailerBytes <= maximumHeadBytes else { throw Fault(.lineTooLong, "trailers too long") }
        if line.last == UInt8(ascii: "\r") {
            guard byte == UInt8(ascii: "\n") else { throw Fault(.malformed, "a CR without LF") }
            line.removeLast()
            try endLine()
            line.removeAll(keepingCapacity: true)
            return
        }
        guard byte != UInt8(ascii: "\n") else { throw Fault(.malformed, "an LF without CR") }
        line.append(byte)
        if state == .dataEnd, byte != UInt8(ascii: "\r") {
            throw Fault(.malformed, "more data than a chunk's size")
        }
        if state == .size, line.count > min(Self.maximumLineBytes, maximumHeadBytes) {
            throw Fault(.lineTooLong, "an extension too long")
        }
    }

    private func endLine() throws(Fault) {
        switch state {
        case .size:
            guard let size = Self.size(of: line) else { throw Fault(.malformed, "an invalid size or extension") }
            guard size <= maximumBodyBytes - Int(bodyBytes) else { throw Fault(.bodyTooLarge, "too much data") }
            remaining = size
            state = size == 0 ? .trailers : .data
        case .trailers where line.isEmpty: state = .end
        case .trailers:
            do throws(FieldLine.Fault) {
                let field = try FieldLine.field(line[...], isStrict: isStrict)
                trailers.add(field.value, for: field.name)
            } catch {
                throw Fault(.malformed, "a trailer that \(error.reason)")
            }
        default: state = .size
        }
    }

    /// The size in a chunk's first line, with or without extensions (RFC 9112, section 7.1.1), whose values can be any
    /// text. `nil` if it is malformed, or above `Int.max`.
    private static func size(of line: [UInt8]) -> Int? {
        var size = 0
        let digits = line.prefix { $0.hexDigitValue != nil }
        guard 1...maximumDigits ~= digits.count else { return nil }
        for digit in digits {
            guard let value = digit.hexDigitValue, size <= Int.max >> 4 else { return nil }
            size = size << 4 | Int(value)
        }
        var rest = line.dropFirst(digits.count)
        if rest.isEmpty { return size }
        rest = rest.drop(while: \.isBlank)
        guard rest.first == UInt8(ascii: ";") else { return nil }
        rest = rest.dropFirst().drop(while: \.isBlank)
        guard let first = rest.first, ByteSet.token.contains(first) else { return nil }
        return rest.allSatisfy(\.isFieldValueByte) ? size : nil
    }
}
