import Foundation
import Testing

/// One of the ways in which a server or a program writes a text.
struct SecretEncoding: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let encode: @Sendable (String) -> Data

    private init(_ name: String, _ encode: @escaping @Sendable (String) -> String) {
        testDescription = name
        self.encode = { Data(encode($0).utf8) }
    }

    private init(_ name: String, in encoding: String.Encoding) {
        testDescription = name
        encode = { $0.data(using: encoding) ?? Data() }
    }

    static let all: [SecretEncoding] = [
        .init("plain") { $0 },
        .init("lower case") { $0.lowercased() },
        .init("upper case") { $0.uppercased() },
        .init("decomposed") { $0.decomposedStringWithCanonicalMapping },
        .init("percent") { percent($0, digits: upper) },
        .init("percent, lower case") { percent($0, digits: lower) },
        .init("percent twice") { percent(percent($0, digits: upper), digits: upper) },
        .init("percent, each byte") { bytes($0, lower, before: "%") },
        .init("form") { percent($0, digits: upper).replacing("%20", with: "+") },
        .init("form in a form") { percent(percent($0, digits: upper).replacing("%20", with: "+"), digits: upper) },
        .init("hexadecimal") { bytes($0, lower) },
        .init("hexadecimal, upper case") { bytes($0, upper) },
        .init("hexadecimal with colons") { bytes($0, upper, between: ":") },
        .init("hexadecimal with hyphens") { bytes($0, lower, between: "-") },
        .init("hexadecimal with spaces") { bytes($0, lower, between: " ") },
        .init("hexadecimal with spaces in a form") { bytes($0, lower, between: "+") },
        .init("quoted-printable, each byte") { bytes($0, upper, before: "=") },
        .init("C") { bytes($0, lower, before: "\\x") },
        .init("entities, hexadecimal") { text in
            text.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
        },
        .init("entities, decimal") { text in text.unicodeScalars.map { "&#\($0.value);" }.joined() },
        .init("HTML") { html($0) },
        .init("HTML twice") { html(html($0)) },
        .init("JSON") { json($0) },
        .init("JSON in ASCII") { json($0, isASCII: true) },
        .init("JSON with escaped slashes") { json($0).replacing("/", with: "\\/") },
        .init("JSON, each character") { text in text.utf16.map { "\\u" + padded(String($0, radix: 16)) }.joined() },
        .init("JSON in JSON") { json(json($0)) },
        .init("JSON in JSON in ASCII") { json(json($0, isASCII: true)) },
        .init("JSON in a form") { percent(json($0), digits: upper) },
        .init("percent in JSON in HTML") { html(json(percent($0, digits: upper))) },
        .init("Base64") { base64($0) },
        .init("Base64 of a longer text") { base64("a:" + $0 + ":end") },
        .init("Base64 of a longer text, one byte more") { base64("ab:" + $0 + ":end") },
        .init("Base64 for URLs") { base64($0).replacing("+", with: "-").replacing("/", with: "_") },
        .init("Base64 without padding") { base64("x" + $0).replacing("=", with: "") },
        .init("Base64, percent") { percent(base64($0), digits: upper) },
        .init("Base64 in JSON") { base64($0).replacing("/", with: "\\/") },
        .init("Base64 of Base64") { base64(base64($0)) },
        .init("Base64 of a form") { base64("a=1&b=" + percent($0, digits: upper)) },
        .init("Base64 of JSON") { base64("{\"a\":\"\(json($0, isASCII: true))\"}") },
        .init("Base64 in lines") { base64(String(repeating: "text ", count: 20) + $0, .lineLength64Characters) },
        .init("Base64 of hexadecimal") { base64(bytes($0, lower)) },
        .init("hexadecimal of Base64") { bytes(base64($0), lower) },
        .init("UTF-16, little endian", in: .utf16LittleEndian),
        .init("UTF-16, big endian", in: .utf16BigEndian),
        .init("Latin-1", in: .isoLatin1),
    ]

    // MARK: - Private

    private static let lower = Array("0123456789abcdef")
    private static let upper = Array("0123456789ABCDEF")

    private static func bytes(
        _ text: String,
        _ digits: [Character],
        before: String = "",
        between: String = ""
    ) -> String {
        text.utf8.map { "\(before)\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: between)
    }

    private static func percent(_ text: String, digits: [Character]) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    private static func html(_ text: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    private static func json(_ text: String, isASCII: Bool = false) -> String {
        text.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard isASCII, !scalar.isASCII else { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + padded(String($0, radix: 16)) }.joined()
        }.joined()
    }

    private static func padded(_ digits: String) -> String { String(repeating: "0", count: 4 - digits.count) + digits }

    private static func base64(_ text: String, _ options: Data.Base64EncodingOptions = []) -> String {
        Data(text.utf8).base64EncodedString(options: options)
    }
}
