import Foundation

extension QueryEncoder {
    /// The text of a value that is one text whatever its own `encode(to:)` does, or `nil` for any other.
    ///
    /// - Parameters:
    ///   - path: Where the value is, for errors.
    ///   - name: The last name of that path, if it is not in `path` yet, so that no path is made unless it fails.
    func text(of value: some Encodable, at path: [any CodingKey], name: String? = nil) throws -> String? {
        // Ordered by frequency: each line that does not match costs a cast.
        switch value {
        case let value as String: return value
        case let value as Int: return String(value)
        case let value as Bool: return word(for: value)
        case let value as Double: return try decimals(of: value, at: path, name: name)
        case let value as Date: return try timestamp(of: value, at: path, name: name)
        case let value as URL: return value.absoluteString
        case let value as UUID: return value.uuidString
        case let value as Data: return value.base64EncodedString()
        case let value as Decimal:
            if value.isNaN { throw notFinite(value, at: path, name: name) }
            return value.description
        case let value as Float: return try decimals(of: value, at: path, name: name)
        case let value as any FixedWidthInteger: return String(value)
        default: return nil
        }
    }

    // MARK: - Private

    private func word(for value: Bool) -> String {
        switch bools {
        case .words: value ? "true" : "false"
        case .digits: value ? "1" : "0"
        }
    }

    private func decimals(
        of value: some BinaryFloatingPoint & LosslessStringConvertible,
        at path: [any CodingKey],
        name: String?
    ) throws -> String {
        guard value.isFinite else { throw notFinite(value, at: path, name: name) }
        return value.description
    }

    private func timestamp(of date: Date, at path: [any CodingKey], name: String?) throws -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { throw notFinite(date, at: path, name: name) }
        switch dates {
        case .iso8601: return date.formatted(.iso8601)
        case .secondsSince1970: return Int64(exactly: seconds).map(String.init) ?? seconds.description
        case .millisecondsSince1970:
            let milliseconds = (seconds * 1000).rounded()
            return Int64(exactly: milliseconds).map(String.init) ?? milliseconds.description
        case .custom(let format): return format(date)
        }
    }

    private func notFinite(_ value: Any, at path: [any CodingKey], name: String?) -> EncodingError {
        let path = path + (name.map { [QueryKey(stringValue: $0)] } ?? [])
        let context = EncodingError.Context(
            codingPath: path,
            debugDescription: "\(value) is not finite and has no text in a query. Send nil or a string instead."
        )
        return EncodingError.invalidValue(value, context)
    }
}
