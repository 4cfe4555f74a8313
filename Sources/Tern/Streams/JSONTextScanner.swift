/// Finds the texts of a JSON text sequence (RFC 7464). A text begins after a record separator, and ends at the LF that
/// follows its value, or at the next record separator if it was cut off.
///
/// Each byte is read once. A LF within an array, an object or a string belongs to the text.
struct JSONTextScanner {
    private static let recordSeparator: UInt8 = 0x1E
    private static let lineFeed = UInt8(ascii: "\n")

    /// The number of record separators so far.
    private(set) var separatorCount = 0

    /// What is known of the text that isn't complete yet.
    private var text = Text()

    /// The end of the next text: the position of its LF or record separator, which a later call skips. `nil` if the text
    /// isn't complete yet.
    ///
    /// - Parameters:
    ///   - start: The beginning of the text. Moves over the separators before it.
    ///   - position: The first byte that hasn't been read yet.
    mutating func end(in bytes: [UInt8], _ start: inout Int, _ position: inout Int) -> Int? {
        while position < bytes.count {
            let byte = bytes[position]
            let isEnd = byte == Self.recordSeparator || (byte == Self.lineFeed && text.isComplete)
            if isEnd, text.hasContent {
                text = Text()
                return position
            }
            position += 1
            if isEnd {
                start = position
                if byte == Self.recordSeparator { separatorCount += 1 }
            } else {
                text.read(byte)
            }
        }
        return nil
    }

    private struct Text {
        /// Whether there is more than white space.
        private(set) var hasContent = false
        private var nesting = JSONNesting()

        var isComplete: Bool { nesting.isComplete }

        mutating func read(_ byte: UInt8) {
            nesting.read(byte)
            let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            hasContent = hasContent || !isBlank
        }
    }
}
