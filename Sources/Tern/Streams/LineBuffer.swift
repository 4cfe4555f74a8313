import Foundation

/// Splits bytes into lines, which end with LF, CR or CR LF, or into the texts of a JSON text sequence. A byte order mark
/// at the beginning is omitted.
///
/// Each byte is searched once, no matter how the bytes are split into chunks.
struct LineBuffer {
    static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The largest number of bytes in a line.
    let limit: Int

    /// The number of lines so far, or of record separators.
    private(set) var lineCount = 0

    /// The byte that ended the last line. `nil` if the bytes ended.
    private(set) var lastEnd: UInt8?

    private var bytes: [UInt8] = []
    /// The beginning of the next line.
    private var start = 0
    /// The next LF, or the end of the bytes that were searched for it, or for texts.
    private var nextLineFeed = 0
    /// The next CR, or the end of the bytes that were searched for it.
    private var nextCarriageReturn = 0
    /// Whether the last line ended with a CR that was the last received byte. A LF that follows belongs to the same
    /// line ending.
    private var skipsLineFeed = false

    /// `nil` for lines.
    private var texts: JSONTextScanner?

    /// - Parameter isSequence: Whether the bytes are a JSON text sequence (RFC 7464). Lines by default.
    init(limit: Int, isSequence: Bool = false) {
        self.limit = max(0, limit)
        texts = isSequence ? JSONTextScanner() : nil
    }

    /// The name of the last line for errors. The first text of a sequence is after the first record separator.
    var name: String { texts == nil ? "Line \(lineCount)" : "Text \(lineCount)" }

    mutating func append(_ chunk: Data) {
        bytes.removeSubrange(..<start)
        nextLineFeed = max(0, nextLineFeed - start)
        nextCarriageReturn = max(0, nextCarriageReturn - start)
        start = 0
        bytes.append(contentsOf: chunk)
        if skipsLineFeed, let first = bytes.first {
            if first == Self.lineFeed { start = 1 }
            skipsLineFeed = false
        }
    }

    /// Calls `read` with the next complete line, without its ending.
    ///
    /// - Returns: `nil` if the line isn't complete yet.
    /// - Throws: `TernError` with code `.bodyTooLarge` if the line exceeds the limit.
    mutating func next<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) throws(TernError) -> Result? {
        guard let end = texts?.end(in: bytes, &start, &nextLineFeed) ?? lineEnd() else {
            try checkLength(upTo: bytes.count)
            return nil
        }
        try checkLength(upTo: end)
        let line = takeLine(upTo: end)
        lastEnd = bytes[end]
        start = texts == nil ? afterLineEnding(at: end) : end
        return bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[line])) }
    }

    /// Calls `read` with the last line, which has no ending. Call it after the last byte.
    ///
    /// - Returns: `nil` if the bytes end with a line ending.
    mutating func finish<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) throws(TernError) -> Result? {
        guard start < bytes.count else { return nil }
        try checkLength(upTo: bytes.count)
        let line = takeLine(upTo: bytes.count)
        lastEnd = nil
        start = bytes.count
        return bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[line])) }
    }

    // MARK: - Private

    /// The next LF or CR. `nil` for a sequence, and for a line that isn't complete yet.
    private mutating func lineEnd() -> Int? {
        guard texts == nil else { return nil }
        search(for: Self.lineFeed, &nextLineFeed)
        search(for: Self.carriageReturn, &nextCarriageReturn)
        let end = min(nextLineFeed, nextCarriageReturn)
        return end < bytes.count ? end : nil
    }

    private mutating func afterLineEnding(at end: Int) -> Int {
        guard bytes[end] == Self.carriageReturn else { return end + 1 }
        guard end + 1 < bytes.count else {
            skipsLineFeed = true
            return end + 1
        }
        return bytes[end + 1] == Self.lineFeed ? end + 2 : end + 1
    }

    /// Advances `position` to the next `byte` at or after `start`.
    private func search(for byte: UInt8, _ position: inout Int) {
        position = max(position, start)
        guard position < bytes.count, bytes[position] != byte else { return }
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let found = memchr(base + position, Int32(byte), bytes.count - position)
            position = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
        }
    }

    private mutating func checkLength(upTo end: Int) throws(TernError) {
        guard end - start > limit else { return }
        countLine()
        throw TernError(
            .bodyTooLarge,
            reason: "\(name) is longer than the limit of \(limit) bytes.",
            advice: "Pass a higher limit if such lines are expected, or read the chunks of the stream."
        )
    }

    private mutating func takeLine(upTo end: Int) -> Range<Int> {
        countLine()
        let hasMark = lineCount <= 1 && bytes[start..<end].starts(with: Self.byteOrderMark)
        return (hasMark ? start + Self.byteOrderMark.count : start)..<end
    }

    private mutating func countLine() { lineCount = texts?.separatorCount ?? lineCount + 1 }
}

extension UnsafeBufferPointer<UInt8> {
    /// These bytes as text. Invalid UTF-8 is replaced by U+FFFD.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// These bytes as text. `nil` if they aren't valid UTF-8.
    var validText: String? {
        var text = text
        // If invalid UTF-8 was replaced, the bytes of the text differ.
        let isUnchanged = text.withUTF8 { utf8 in
            guard utf8.count == count, let own = baseAddress, let other = utf8.baseAddress else {
                return utf8.count == count
            }
            return memcmp(own, other, count) == 0
        }
        return isUnchanged ? text : nil
    }
}
