/// Texts that are looked for at each place of a longer one.
struct TextList: Sendable {
    private let texts: [[UInt8]]
    /// Whether a text begins with each byte.
    private var isFirstByte = [Bool](repeating: false, count: 256)

    /// - Parameter texts: Separated by commas.
    init(_ texts: String) {
        self.texts = texts.parts(at: ",").map { Array($0.utf8) }
        for text in self.texts { isFirstByte[Int(text[0])] = true }
    }

    /// Whether a text begins with a byte. Most bytes begin none.
    func canBegin(with byte: UInt8) -> Bool { isFirstByte[Int(byte)] }

    /// The text that begins at a place of these bytes. `nil` if none does.
    func text(in bytes: [UInt8], at start: Int) -> [UInt8]? {
        guard canBegin(with: bytes[start]) else { return nil }
        for text in texts where text.count <= bytes.count - start {
            var count = 0
            while count < text.count, bytes[start + count] == text[count] { count += 1 }
            if count == text.count { return text }
        }
        return nil
    }
}
