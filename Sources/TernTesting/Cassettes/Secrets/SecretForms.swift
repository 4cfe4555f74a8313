import Foundation

/// The texts by which a secret can be recognized: itself, and its usual encodings.
struct SecretForms {
    /// A text that stands for the secret, and the one that stands for its placeholder.
    struct Form {
        let secret: Data
        let placeholder: Data
    }

    /// Shorter texts also occur in unrelated ones.
    static let minimumBytes = 4

    private(set) var forms: [Form] = []
    private let secret: String
    private let placeholder: String

    init(_ secret: String, placeholder: String) {
        self.secret = secret
        self.placeholder = placeholder
        add { $0 }
        addTexts()
        addBinary()
    }

    // MARK: - Private

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    private mutating func addTexts() {
        for spelling in [{ $0 }, { $0.lowercased() }, { $0.uppercased() }] as [(String) -> String] { add(spelling) }
        for digits in ["0123456789ABCDEF", "0123456789abcdef"].map({ Array($0) }) {
            add { Self.percentEncoded($0, digits) }
            add { Self.percentEncoded($0, digits).replacingOccurrences(of: "%20", with: "+") }
            // Twice, as in a URL that is the parameter of another.
            add { Self.percentEncoded(Self.percentEncoded($0, digits), digits) }
            for (before, after) in [("%", ""), ("\\x", ""), ("=", ""), ("&#x", ";"), ("", "")] {
                add { Self.hexadecimal($0, digits).map { before + $0 + after }.joined() }
            }
            for separator in [":", "-", " "] { add { Self.hexadecimal($0, digits).joined(separator: separator) } }
            for (escapesSlash, isASCII) in [(true, true), (true, false), (false, true), (false, false)] {
                add { Self.escapedInJSON($0, digits, escapesSlash: escapesSlash, isASCII: isASCII) }
            }
            add { text in text.utf16.map { "\\u" + Self.hex($0, digits) }.joined() }
        }
        add { $0.unicodeScalars.map { "&#\($0.value);" }.joined() }
        // A string of JSON within a string of JSON.
        add { text in
            Self.escapedInJSON(text, Array("0123456789abcdef"), escapesSlash: false, isASCII: false)
                .replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        }
        add { text in
            [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")].reduce(text) {
                $0.replacingOccurrences(of: $1.0, with: $1.1)
            }
        }
    }

    /// Base64, of which a secret within a longer text has one of three forms.
    private mutating func addBinary() {
        for shift in 0..<3 {
            let bytes = [secret, placeholder].map { Data(count: shift) + Data($0.utf8) }
            // The characters at both ends also depend on what stands around the secret.
            let texts = bytes.map { data in
                let whole = data.base64EncodedString().replacingOccurrences(of: "=", with: "")
                let isWhole = data.count % 3 == 0
                return String(whole.dropFirst([0, 2, 3][shift]).dropLast(isWhole ? 0 : 1))
            }
            let replacement =
                texts[0].count == texts[1].count ? texts[1] : String(repeating: "x", count: texts[0].count)
            let text = texts[0]
            add(text, replacement)
            // Base64 of Base64.
            let whole = texts[0].utf8.count / 3 * 4
            if shift == 0 {
                add(
                    String(Data(texts[0].utf8).base64EncodedString().prefix(whole)),
                    String(repeating: "x", count: whole)
                )
            }
            add(text.replacing("+", with: "-").replacing("/", with: "_"), replacement)
            add(Self.percentEncoded(text, Array("0123456789ABCDEF")), replacement)
            add(text.replacingOccurrences(of: "/", with: "\\/"), replacement)
        }
    }

    private mutating func add(_ encode: (String) -> String) { add(encode(secret), encode(placeholder)) }

    private mutating func add(_ text: String, _ replacement: String) {
        let bytes = Data(text.utf8)
        guard bytes.count >= Self.minimumBytes, !forms.contains(where: { $0.secret == bytes }) else { return }
        forms.append(Form(secret: bytes, placeholder: Data(replacement.utf8)))
    }

    private static func percentEncoded(_ text: String, _ digits: [Character]) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return encoded
    }

    private static func hexadecimal(_ text: String, _ digits: [Character]) -> [String] {
        text.utf8.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
    }

    private static func hex(_ unit: UInt16, _ digits: [Character]) -> String {
        String([12, 8, 4, 0].map { digits[Int(unit >> $0) & 15] })
    }

    /// - Parameter digits: Those of the escapes of characters beyond ASCII.
    private static func escapedInJSON(
        _ text: String,
        _ digits: [Character],
        escapesSlash: Bool,
        isASCII: Bool
    ) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "/": escaped += escapesSlash ? "\\/" : "/"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case let scalar where scalar.value < 0x20 || isASCII && !scalar.isASCII:
                escaped += String(scalar).utf16.map { "\\u" + hex($0, digits) }.joined()
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
