import Foundation
import Tern

/// The `Date` field of responses (RFC 9110, section 6.6.1). Its text is created at most once per second.
struct DateField {
    private let now: (@Sendable () -> Date)?
    private var second: Int?
    private var text = ""

    /// - Parameter now: `nil` for no field.
    init(now: (@Sendable () -> Date)?) {
        self.now = now
    }

    /// `nil` for no field.
    mutating func value() -> String? {
        guard let now else { return nil }
        let current = Int(exactly: now().timeIntervalSince1970.rounded(.down)) ?? 0
        if current != second {
            second = current
            text = "\(HTTPDate(Date(timeIntervalSince1970: TimeInterval(current))))"
        }
        return text
    }
}
