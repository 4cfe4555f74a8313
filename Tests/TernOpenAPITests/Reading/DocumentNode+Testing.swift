import Foundation
import Testing

@testable import TernOpenAPI

extension DocumentNode {
    /// The value as JSON without spaces, with keys and numbers as the document has them.
    var json: String {
        switch content {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .list(let nodes): "[\(nodes.map(\.json).joined(separator: ","))]"
        case .map(let entries):
            "{\(entries.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            case let scalar where scalar.value < 0x20: "\\u{\(scalar.value)}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

/// The description of the problem that a closure throws, or the text that it returns.
func outcome(_ body: () throws(DocumentProblem) -> String) -> String {
    do { return try body() } catch { return error.description }
}
