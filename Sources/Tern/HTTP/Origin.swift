import Foundation

/// The scheme, host and port of a URL (RFC 9110, section 4.3.1).
struct Origin: Hashable, Sendable {
    /// For example `https://api.example.com`, in lower case, without user info and without the default port.
    let text: String

    /// Reads the text of the URL, since each component of `URL` is a new string.
    init(_ url: URL) {
        let bytes = url.absoluteString.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            text = "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)".lowercased()
            return
        }
        let rest = bytes[bytes.index(colon, offsetBy: 3)...]
        var authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[authority.index(after: at)...] }
        let scheme = bytes[..<colon]
        let defaultPort = Self.isSecure(scheme) ? ":443" : ":80"
        for suffix in [defaultPort, ":"] where authority.count > suffix.utf8.count {
            if authority.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
                authority = authority.dropLast(suffix.utf8.count)
                break
            }
        }
        let count = scheme.count + 3 + authority.count
        text = String(unsafeUninitializedCapacity: count) { buffer in
            var end = 0
            func append(_ part: Substring.UTF8View) {
                for byte in part {
                    buffer[end] = byte.asciiLowercased
                    end += 1
                }
            }
            append(scheme)
            append("://"[...].utf8)
            append(authority)
            return end
        }
    }

    private static func isSecure(_ scheme: Substring.UTF8View) -> Bool {
        scheme.count == 5 && scheme.last.map { $0.asciiLowercased == UInt8(ascii: "s") } ?? false
    }
}

extension Origin: CustomStringConvertible {
    var description: String { text }
}

extension Origin {
    /// Stands for all origins together.
    static let any = Origin()

    private init() {
        text = ""
    }
}
