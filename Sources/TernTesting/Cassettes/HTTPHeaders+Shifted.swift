import Foundation
import Tern

extension HTTPHeaders {
    private static let datedFields: Set<String> = ["date", "expires", "last-modified", "retry-after"]

    /// These fields with later dates, and with later times in the tokens of placeholders. What is no date stays.
    func shifted(by seconds: Int64) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in self {
            let name = field.name.lowercased()
            let value =
                if Self.datedFields.contains(name) {
                    Self.shifted(field.value, seconds) ?? field.value
                } else if name == "set-cookie" {
                    Self.shiftedCookie(field.value, seconds)
                } else {
                    field.value
                }
            result.add(Placeholder.shifted(value, by: seconds), for: field.name)
        }
        return result
    }

    private static func shifted(_ text: String, _ seconds: Int64) -> String? {
        HTTPDate(text).map { date in
            "\(HTTPDate(Date(timeIntervalSince1970: Double(date.seconds) + Double(seconds))))"
        }
    }

    private static func shiftedCookie(_ cookie: String, _ seconds: Int64) -> String {
        cookie.split(separator: ";", omittingEmptySubsequences: false).map { attribute in
            let parts = attribute.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "expires",
                let date = shifted(parts[1].trimmingCharacters(in: .whitespaces), seconds)
            else { return String(attribute) }
            return "\(parts[0])=\(date)"
        }.joined(separator: ";")
    }
}
