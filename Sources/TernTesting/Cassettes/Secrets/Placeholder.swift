import Foundation
import Tern

/// The text that replaces a secret in a recording: equal for equal secrets, and of the kind of the secret, so that a
/// program that reads it goes on as with the secret itself.
enum Placeholder {
    /// Begins each text that isn't of a special kind.
    private static let beginning = "redacted-"
    /// The text that replaces all secrets where two requests are compared: also a number in JSON.
    static let equal = "90"

    /// - Parameter number: That of the secret in the recording, from 1.
    static func text(for secret: String, _ number: Int) -> String {
        let count = secret.utf8.count
        let digitCount = secret.utf8.prefix { (48...57).contains($0) }.count
        let isHexadecimal =
            count >= 16 && secret.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) }
        if digitCount == count || !isHexadecimal && Double(secret) != nil { return digits(number, digitCount) }
        if UUID(uuidString: secret) != nil { return "00000000-0000-4000-8000-" + padded("\(number)", to: 12) }
        if let token = jsonWebToken(secret, number) { return token }
        if isHexadecimal { return padded(String(number, radix: 16), to: count) }
        let long = "\(beginning)\(number)"
        if count >= long.utf8.count { return filled(long, to: count) }
        let short = "r\(number)"
        return short.utf8.count <= count ? short + String(repeating: "x", count: count - short.utf8.count) : long
    }

    /// A text in which ``equal`` replaces each placeholder that begins as one.
    static func hidden(in text: String) -> String {
        text.contains(beginning) ? String(decoding: hidden(in: Data(text.utf8)), as: UTF8.self) : text
    }

    static func hidden(in body: Data) -> Data {
        replacing(beginning, in: body) { rest in
            let digits = rest.prefix { $0 &- 48 < 10 }
            guard !digits.isEmpty else { return Data(beginning.utf8) }
            rest = rest[digits.endIndex...]
            if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst().drop { $0 == UInt8(ascii: "x") } }
            return Data(equal.utf8)
        }
    }

    // MARK: - Private

    /// A number without a zero at its beginning, which JSON doesn't allow.
    private static func digits(_ number: Int, _ count: Int) -> String {
        "\(number)".utf8.count < count ? "9" + padded("\(number)", to: count - 1) : "9\(number)"
    }

    /// A text that is as long as a secret, so that in Base64 all else stays as it is.
    private static func filled(_ text: String, to count: Int) -> String {
        let rest = count - text.utf8.count
        return rest > 0 ? "\(text)-" + String(repeating: "x", count: rest - 1) : text
    }

    private static func padded(_ text: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// The beginning of each token that replaces another one.
    private static let header = encoded(#"{"alg":"none"}"#) + "."

    /// A token without a signature, with the times of the secret one (RFC 7519, section 4.1).
    private static func jsonWebToken(_ secret: String, _ number: Int) -> String? {
        let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, secret.hasPrefix("eyJ"), let payload = json(parts[1]) else { return nil }
        let claims = claims(of: payload, "\(beginning)\(number)") { $0 }
        return filled(header + encoded(claims) + ".\(beginning)\(number)", to: secret.utf8.count)
    }

    private static func claims(
        of payload: [String: Any],
        _ subject: String,
        _ change: (Int64) -> Int64
    ) -> String {
        let times = ["exp", "iat", "nbf"].compactMap { name in
            (payload[name] as? NSNumber).map { "\"\(name)\":\(change($0.int64Value))" }
        }
        return "{\((times + ["\"sub\":\"\(subject)\""]).joined(separator: ","))}"
    }

    private static func json(_ part: Substring) -> [String: Any]? {
        var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text) else { return nil }
        return try? JSONReader.object(from: data) as? [String: Any]
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
    }
}

extension Placeholder {
    /// A text in which the times of tokens that replace others are later.
    static func shifted(_ text: String, by seconds: Int64) -> String {
        guard text.contains(header) else { return text }
        return String(decoding: shifted(Data(text.utf8), by: seconds), as: UTF8.self)
    }

    static func shifted(_ body: Data, by seconds: Int64) -> Data {
        replacing(header, in: body) { rest in
            let payload = rest.prefix { isEncoded($0) }
            rest = rest[payload.endIndex...]
            let isOurs = rest.starts(with: ".\(beginning)".utf8)
            guard isOurs, let claims = json(String(decoding: payload, as: UTF8.self)[...]),
                let subject = claims["sub"] as? String
            else { return Data(header.utf8) + payload }
            let shifted = self.claims(of: claims, subject) { $0.addingReportingOverflow(seconds).partialValue }
            return Data((header + encoded(shifted)).utf8)
        }
    }

    private static func isEncoded(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 32) &- 97 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// A body in which other bytes replace a text.
    ///
    /// - Parameter replacement: Receives what is after the text, and removes what is replaced as well.
    private static func replacing(_ text: String, in body: Data, by replacement: (inout Data) -> Data) -> Data {
        let text = Data(text.utf8)
        guard body.count > text.count, body.range(of: text) != nil else { return body }
        var result = Data(capacity: body.count)
        var rest = body
        while let place = rest.range(of: text) {
            result += rest[..<place.lowerBound]
            rest = rest[place.upperBound...]
            result += replacement(&rest)
        }
        return result + rest
    }
}
