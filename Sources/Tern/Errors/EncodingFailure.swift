import Foundation

/// The text of a failed encoding: where and why, but not the value.
enum EncodingFailure {
    static func reason(of error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return "\(type(of: error)) while encoding the query or the body."
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        // Whoever throws it may quote the value, or a part of it.
        let text = quotes(of: value, depth: 3).reduce(context.debugDescription) {
            $0.replacingOccurrences(of: $1, with: Redaction.mark)
        }
        return "At \(path.isEmpty ? "the top level" : "\"\(path)\""): \(text)"
    }

    /// The texts of a value and its parts, longest first.
    private static func quotes(of value: Any, depth: Int) -> [String] {
        // Neither the name of a type nor that a number is infinite is a secret.
        if value is Any.Type || value is any BinaryFloatingPoint { return [] }
        let children = depth == 0 ? [] : Array(Mirror(reflecting: value).children)
        let parts = children.flatMap { quotes(of: $0.value, depth: depth - 1) }
        // Shorter ones are everywhere.
        return ([String(describing: value)] + parts).filter { $0.count >= 4 }.sorted { $0.count > $1.count }
    }
}
