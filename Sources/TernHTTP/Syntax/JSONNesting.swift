/// The arrays, objects and strings that are open at a place of a JSON text, which is read byte by byte. Anything else may
/// be malformed.
package struct JSONNesting {
    /// The number of arrays and objects that haven't ended.
    package private(set) var depth = 0
    private var isInString = false
    private var isEscaped = false

    package init() {}

    /// Whether no array, object or string is open.
    package var isComplete: Bool { depth == 0 && !isInString }

    package mutating func read(_ byte: UInt8) {
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
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth &+= 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth &- 1)
        default: break
        }
    }
}
