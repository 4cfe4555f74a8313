import Foundation

extension URLQueryItem {
    /// The items of a query or of an `application/x-www-form-urlencoded` body, decoded.
    ///
    /// Accepts any text, because a request may have any: `URLComponents` would end the process for invalid text. A `%`
    /// without two hexadecimal digits is kept, and bytes that aren't UTF-8 become U+FFFD. Empty items are left out.
    ///
    /// - Parameter decodesPlus: Whether a `+` is a space, as in a form.
    static func items(in text: some StringProtocol, decodesPlus: Bool) -> [URLQueryItem] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { decoded(Array($0), decodesPlus: decodesPlus) }
            return URLQueryItem(name: texts[0], value: texts.count == 2 ? texts[1] : nil)
        }
    }

    private static func decoded(_ bytes: [UInt8], decodesPlus: Bool) -> String {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Character(UnicodeScalar(bytes[index + 1])).hexDigitValue,
                let low = Character(UnicodeScalar(bytes[index + 2])).hexDigitValue
            {
                result.append(UInt8(high * 16 + low))
                index += 3
            } else {
                result.append(decodesPlus && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
