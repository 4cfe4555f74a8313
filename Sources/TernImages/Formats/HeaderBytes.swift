/// The bytes of a picture. Reading outside of the bounds returns `nil`.
struct HeaderBytes {
    enum Order {
        case big
        case little
    }

    private let bytes: UnsafeRawBufferPointer

    /// - Parameter bytes: The bytes, which must stay valid as long as this value is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    /// An unsigned number of 1 to 4 bytes. `nil` if `Int` can't hold it.
    func integer(_ order: Order, bytes length: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        var value: UInt32 = 0
        for index in 0..<length {
            let position = order == .big ? index : length - 1 - index
            value = value << 8 | UInt32(bytes[offset + position])
        }
        return Int(exactly: value)
    }

    /// Whether these characters are at the offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset <= bytes.count - length else { return false }
        for index in 0..<length where bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether these bytes are at the offset.
    func has(_ expected: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count - expected.count else { return false }
        for (index, byte) in expected.enumerated() where bytes[offset + index] != byte { return false }
        return true
    }
}
