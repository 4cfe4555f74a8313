import Foundation

/// What the characters of a key tell about the object that has it: a member's name is the same in each response, and the
/// keys of a map are data.
enum JSONKey {
    /// The name of a member, such as `firstName`, `line2`, `NAME`, `@type`, `$ref` and `dc:title`.
    case name
    /// A key of a map, such as `17`, `2026-11-28`, `/a`, `a@b.example` and a UUID.
    case id
    /// A code of a country or a currency (ISO 3166 and 4217), such as `DE` and `EUR`. `ID` and `NO` are codes as well.
    case code
    /// A name, such as `db.host`, `MD5` and `ipv4Address`, or a key of a map, such as `a.txt`, `LH400` and `a1b`.
    case nameOrID

    init(_ key: String) {
        let isDigit: (Unicode.Scalar) -> Bool = { $0.properties.numericType == .decimal }
        let text = key.unicodeScalars.drop { "@$#_-".unicodeScalars.contains($0) }
        let digits = text.split(omittingEmptySubsequences: true) { !isDigit($0) }
        guard let first = text.first else {
            self = key.isEmpty ? .id : .name
            return
        }
        let isSpelledAsID = !first.properties.isAlphabetic || text.contains("/") || text.contains("@")
        if isSpelledAsID || UUID(uuidString: key) != nil {
            self = .id
        } else if text.contains(":") {
            self = .name
        } else if digits.count > 1 {
            self = .id
        } else if Self.codes.contains(key) {
            self = .code
        } else {
            let isUppercase = !text.contains { $0.properties.isAlphabetic && !$0.properties.isUppercase }
            let hasPlainDigits = digits.isEmpty || (!isUppercase && text.last.map(isDigit) ?? false)
            self = hasPlainDigits && !text.contains(".") ? .name : .nameOrID
        }
    }

    // MARK: - Private

    private static let codes = Set(NSLocale.commonISOCurrencyCodes).union(NSLocale.isoCountryCodes)
}
