import Foundation

/// The error text of a failed encoding: the coding path and the reason, without the value.
enum EncodingFailure {
    static func reason(of error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return "Encoding the query or the body failed with \(type(of: error))."
        }
        let path = Redaction.text(ofPath: context.codingPath)
        return "At \(path.isEmpty ? "the top level" : "\"\(path)\""): \(text(of: context, without: value))"
    }

    /// The error's debug description, without the value and its parts, which the description may quote.
    private static func text(of context: EncodingError.Context, without value: Any) -> String {
        guard let parts = parts(of: value), !parts.contains(where: hasTrappingDescription) else {
            return "The value can't be encoded."
        }
        // Shorter texts occur in unrelated words.
        let quotes = Set(parts.map { String(describing: $0) }.filter { $0.count >= 4 })
        let plain = quotes.sorted { ($0.count, $0) > ($1.count, $1) }.reduce(context.debugDescription) {
            $0.replacingOccurrences(of: $1, with: Redaction.mark)
        }
        return Redaction.text(ofForeign: plain, about: nil)
    }

    /// A value and all values within it. `nil` if there are too many, as in a value that contains itself.
    private static func parts(of value: Any) -> [Any]? {
        var parts = [value]
        var index = 0
        while index < parts.count {
            guard parts.count < 10_000 else { return nil }
            parts += Mirror(reflecting: parts[index]).children.map(\.value)
            index += 1
        }
        // Names of types and texts such as `inf` are not secrets.
        return parts.filter { !($0 is Any.Type || $0 is any BinaryFloatingPoint) }
    }

    /// Whether this is a date that isn't finite: its description traps, and so does that of a value that contains it.
    private static func hasTrappingDescription(_ part: Any) -> Bool {
        (part as? Date)?.timeIntervalSince1970.isFinite == false
    }
}
