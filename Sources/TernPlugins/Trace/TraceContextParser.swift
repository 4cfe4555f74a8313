import Tern

/// Reads `traceparent` (W3C Trace Context, section 3.2).
enum TraceContextParser {
    struct Parsed: Equatable {
        let high: UInt64
        let low: UInt64
        let span: UInt64
        let flags: UInt64
    }

    /// - Returns: `nil` for a field that isn't valid.
    static func parse(_ field: String) -> Parsed? {
        let bytes = Array(field.utf8.prefix(56))
        guard bytes.count >= 55, let version = number(bytes[0..<2]), version != 0xFF else { return nil }
        // Later versions may have further parts after a hyphen. Version 00 has none.
        guard bytes.count == 55 || (version > 0 && bytes[55] == hyphen) else { return nil }
        guard bytes[2] == hyphen, bytes[35] == hyphen, bytes[52] == hyphen,
            let high = number(bytes[3..<19]), let low = number(bytes[19..<35]), let span = number(bytes[36..<52]),
            let flags = number(bytes[53..<55]), high | low != 0, span != 0
        else { return nil }
        return Parsed(high: high, low: low, span: span, flags: flags)
    }

    // MARK: - Private

    private static let hyphen = UInt8(ascii: "-")

    /// The number of up to 16 lower-case digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
