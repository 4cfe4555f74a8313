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
        /// The number of arrays and objects that haven't ended.
        private var depth = 0
        private var isInString = false
        private var isEscaped = false

        /// Whether no array, object or string is open.
        var isComplete: Bool { depth == 0 && !isInString }

        mutating func read(_ byte: UInt8) {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                return
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            default: break
            }
            hasContent = true
        }
    }
}
