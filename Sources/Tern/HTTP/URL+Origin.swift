import Foundation

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). The port of a URL without one is that of
    /// its scheme.
    func hasSameOrigin(as other: URL) -> Bool {
        // Most URLs of a call begin with the same bytes, and parsing them costs more than the comparison.
        let (text, otherText) = (absoluteString, other.absoluteString)
        if let origin = Self.textOfOrigin(text.utf8),
            origin.elementsEqual(Self.textOfOrigin(otherText.utf8) ?? "".utf8[...])
        {
            return true
        }
        return origin == other.origin
    }

    /// Scheme and authority as written. `nil` without an authority.
    private static func textOfOrigin(_ text: String.UTF8View) -> Substring.UTF8View? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = text[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return nil }
        let authority = rest.dropFirst(2)
        let end = authority.firstIndex { "/?#\\".utf8.contains($0) } ?? text.endIndex
        return end > authority.startIndex ? text[..<end] : nil
    }

    private var origin: [String] {
        let scheme = (scheme ?? "").lowercased()
        return [scheme, (host ?? "").lowercased(), "\(port ?? (scheme == "https" ? 443 : 80))"]
    }
}
