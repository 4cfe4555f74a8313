/// Numbers as JSON writes them (RFC 8259, section 6).
enum JSONNumber {
    /// A decimal number without a plus sign or leading zeros, and with digits on both sides of its point.
    /// `nil` if the text isn't a number.
    static func text(of number: String) -> String? {
        let isPossible = number.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }
        guard isPossible, Double(number) != nil else { return nil }
        var digits = number.drop { "+-0".contains($0) }
        if let point = digits.firstIndex(of: "."), digits[point...].dropFirst().first?.isNumber != true {
            digits.replaceSubrange(point...point, with: ".0")
        }
        return (number.hasPrefix("-") ? "-" : "") + (digits.first?.isNumber == true ? "" : "0") + digits
    }
}
