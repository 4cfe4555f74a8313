import Foundation

/// Reads JSON (RFC 8259). All modules read JSON only with these functions, since some texts end the process inside
/// `JSONDecoder` of Foundation 6.3: each text and each decoder is checked first.
package enum JSONReader {
    /// The largest number of arrays and objects around each other: the limit of Foundation.
    package static let maximumDepth = 512

    /// The value of a JSON text.
    ///
    /// - Parameter maximumDepth: The largest number of arrays and objects around each other. 512 by default.
    /// - Throws: `DecodingError`. It contains a ``Refusal`` if the text is too deep, or if the decoder allows other
    ///   texts than JSON.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        using decoder: JSONDecoder = JSONDecoder(),
        maximumDepth: Int = maximumDepth
    ) throws -> Value {
        let text = try checked(data, maximumDepth)
        if decoder.allowsJSON5 || decoder.assumesTopLevelDictionary { throw Refusal.notJSON.error }
        return try decoder.decode(type, from: text)
    }

    /// The dictionaries, arrays, strings, numbers and `NSNull` of a JSON text.
    ///
    /// - Parameter maximumDepth: The largest number of arrays and objects around each other. 512 by default.
    /// - Throws: An error of Foundation, or `DecodingError` with a ``Refusal``.
    package static func object(from data: Data, maximumDepth: Int = maximumDepth) throws -> Any {
        try JSONSerialization.jsonObject(with: checked(data, maximumDepth), options: .fragmentsAllowed)
    }

    /// The reason why a text isn't read.
    package struct Refusal: Error {
        package let reason: String
        /// The next step.
        let advice: String

        static let notJSON = Refusal(
            reason: "the decoder must not set allowsJSON5 or assumesTopLevelDictionary",
            advice: "Use a decoder without these options."
        )
        static func tooDeep(_ limit: Int) -> Refusal {
            Refusal(
                reason: "the JSON has more than \(limit) levels of arrays and objects",
                advice: "Such a body isn't decoded. Its bytes are in error.response."
            )
        }

        /// The refusal within an error of reading JSON.
        package init?(in error: any Error) {
            guard case .dataCorrupted(let context) = error as? DecodingError,
                let refusal = context.underlyingError as? Refusal
            else { return nil }
            self = refusal
        }

        private init(reason: String, advice: String) { (self.reason, self.advice) = (reason, advice) }

        fileprivate var error: DecodingError {
            .dataCorrupted(.init(codingPath: [], debugDescription: "Not decoded: \(reason).", underlyingError: self))
        }
    }

    // MARK: - Private

    /// The text in UTF-8, if it isn't too deep.
    private static func checked(_ data: Data, _ maximumDepth: Int) throws -> Data {
        let text = encoding(of: data).flatMap { String(data: data, encoding: $0) }.map { Data($0.utf8) } ?? data
        // A level has at least one byte.
        if text.count > maximumDepth, text.withUnsafeBytes({ isDeeper($0, than: maximumDepth) }) {
            throw Refusal.tooDeep(maximumDepth).error
        }
        return text
    }

    /// UTF-16 or UTF-32, which Foundation reads, too (RFC 4627, section 3). `nil` for UTF-8.
    private static func encoding(of data: Data) -> String.Encoding? {
        guard data.count >= 4 else { return nil }
        let first = data.withUnsafeBytes { $0.loadUnaligned(as: (UInt8, UInt8, UInt8, UInt8).self) }
        switch first {
        case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0): return .utf32
        case (0xFE, 0xFF, _, _), (0xFF, 0xFE, _, _): return .utf16
        case (0, 0, 0, _): return .utf32BigEndian
        case (_, 0, 0, 0): return .utf32LittleEndian
        case (0, _, _, _): return .utf16BigEndian
        case (_, 0, _, _): return .utf16LittleEndian
        default: return nil
        }
    }

    /// Whether arrays and objects have more levels. Until its first violation of the grammar, a text is read as by a
    /// decoder, which stops there. ``JSONScanner`` would stop earlier, since decoders allow some mistakes.
    private static func isDeeper(_ text: UnsafeRawBufferPointer, than limit: Int) -> Bool {
        let (quote, backslash): (UInt8, UInt8) = (0x22, 0x5C)
        var (depth, index) = (0, 0)
        while index < text.count {
            let byte = text[index]
            index &+= 1
            if byte == quote {
                while index < text.count {
                    let character = text[index]
                    index &+= 1
                    if character == quote { break }
                    if character == backslash { index &+= 1 }
                }
            } else if byte | 0x20 == 0x7B {  // [ and {
                depth &+= 1
                if depth > limit { return true }
            } else if byte | 0x20 == 0x7D {  // ] and }
                depth &-= 1
            }
        }
        return false
    }
}
