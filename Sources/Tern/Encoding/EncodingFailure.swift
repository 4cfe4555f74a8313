import Foundation

/// The text of a failed encoding: where and why, but not the value.
enum EncodingFailure {
    static func reason(of error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return "\(type(of: error)) while encoding the query or the body."
        }
        let path = Redaction.text(ofPath: context.codingPath)
        return "At \(path.isEmpty ? "the top level" : "\"\(path)\""): \(text(of: context, without: value))"
    }

    /// What is said of the error, without the value: whoever throws it may quote it, or a part of it.
    private static func text(of context: EncodingError.Context, without value: Any) -> String {
        guard let parts = parts(of: value), !parts.contains(where: isWithoutText) else {
            return "The value can't be encoded."
        }
        // Shorter ones are everywhere.
        let quotes = Set(parts.map { String(describing: $0) }.filter { $0.count >= 4 })
        let plain = quotes.sorted { ($0.count, $0) > ($1.count, $1) }.reduce(context.debugDescription) {
            $0.replacingOccurrences(of: $1, with: Redaction.mark)
        }
        return Redaction.text(ofForeign: plain, about: nil)
    }

    /// A value and all that is in it, or `nil` of one that has too many parts, or contains itself.
    private static func parts(of value: Any) -> [Any]? {
        var parts = [value]
        var index = 0
        while index < parts.count {
            guard parts.count < 10_000 else { return nil }
            parts += Mirror(reflecting: parts[index]).children.map(\.value)
            index += 1
        }
        // Neither the name of a type nor that a number is infinite is a secret.
        return parts.filter { !($0 is Any.Type || $0 is any BinaryFloatingPoint) }
    }

    /// The description of a date that isn't finite traps, and with it that of everything around it.
    private static func isWithoutText(_ part: Any) -> Bool {
        (part as? Date)?.timeIntervalSince1970.isFinite == false
    }
}
