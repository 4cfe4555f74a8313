import Foundation
import Tern

/// The text that replaces a secret in a recording: equal for equal secrets, and of the kind of the secret, so that a
/// program that reads it goes on as with the secret itself.
enum Placeholder {
    /// - Parameter number: That of the secret in the recording, from 1.
    static func text(for secret: String, _ number: Int) -> String {
        let count = secret.utf8.count
        if secret.utf8.allSatisfy({ (48...57).contains($0) }) { return digits(number, count) }
        if UUID(uuidString: secret) != nil { return "00000000-0000-4000-8000-" + padded("\(number)", to: 12) }
        if let token = jsonWebToken(secret, number) { return token }
        let isHexadecimal = secret.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) }
        if isHexadecimal, count >= 16 { return padded(String(number, radix: 16), to: count) }
        let long = "redacted-\(number)"
        if count >= long.utf8.count {
            let rest = count - long.utf8.count
            return rest > 0 ? "\(long)-" + String(repeating: "x", count: rest - 1) : long
        }
        let short = "r\(number)"
        return short.utf8.count <= count ? short + String(repeating: "x", count: count - short.utf8.count) : long
    }

    /// The number that replaces a number in JSON.
    static func number(for secret: String, _ number: Int) -> String {
        digits(number, secret.utf8.prefix { (48...57).contains($0) }.count)
    }

    // MARK: - Private

    /// A number without a zero at its beginning, which JSON doesn't allow.
    private static func digits(_ number: Int, _ count: Int) -> String {
        "\(number)".utf8.count < count ? "9" + padded("\(number)", to: count - 1) : "9\(number)"
    }

    private static func padded(_ text: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// A token without a signature, with the times of the secret one (RFC 7519, section 4.1).
    private static func jsonWebToken(_ secret: String, _ number: Int) -> String? {
        let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, secret.hasPrefix("eyJ"), let payload = json(parts[1]) else { return nil }
        let times = ["exp", "iat", "nbf"].compactMap { name in
            (payload[name] as? NSNumber).map { "\"\(name)\":\($0.int64Value)" }
        }
        let claims = "{\((times + ["\"sub\":\"redacted-\(number)\""]).joined(separator: ","))}"
        return [#"{"alg":"none"}"#, claims].map(encoded).joined(separator: ".") + ".redacted-\(number)"
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
