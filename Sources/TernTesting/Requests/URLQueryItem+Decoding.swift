import Foundation
import Tern

extension URLQueryItem {
    /// The items of a query or of an `application/x-www-form-urlencoded` body, decoded.
    ///
    /// Accepts any text, because a request may have any, unlike `URLComponents`. Bytes that aren't UTF-8 become U+FFFD.
    /// Empty items are omitted.
    ///
    /// - Parameter decodesPlus: Whether a `+` is a space, as in a form.
    static func items(in text: some StringProtocol, decodesPlus: Bool) -> [URLQueryItem] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { part in
                let bytes = part.map { decodesPlus && $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
                return String(decoding: PercentEncoding.decoded(bytes), as: UTF8.self)
            }
            return URLQueryItem(name: texts[0], value: texts.count == 2 ? texts[1] : nil)
        }
    }
}
