import Foundation

/// A field value with parameters, such as `text/plain; charset="utf-8"` (RFC 9110, section 5.6.6).
package struct FieldParameters {
    /// The text before the first parameter, in lower case.
    package let value: String
    private let parameters: [FieldReader.Parameter]

    /// Reads a field that a server sent. Malformed parameters are left out. If a name is repeated, its first value counts.
    package init(_ field: String) {
        var reader = FieldReader(field)
        value = Self.takeValue(from: &reader)
        parameters = reader.parameters()
    }

    /// Reads a field without tolerance.
    ///
    /// - Parameter hasEscapes: Whether a backslash in quotation marks escapes a quotation mark or a backslash. `true` by
    ///   default.
    /// - Returns: `nil` if the field is malformed, or has a parameter twice.
    package init?(strict field: String, hasEscapes: Bool = true) {
        var reader = FieldReader(field)
        value = Self.takeValue(from: &reader)
        guard let parameters = reader.strictParameters(escapable: hasEscapes ? ByteSet("\"\\") : ByteSet("")) else {
            return nil
        }
        self.parameters = parameters
    }

    /// - Parameter name: In lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The text of `charset'language'escaped` (RFC 8187, section 3.2). `nil` if it is malformed, or its charset is
    /// neither UTF-8 nor ISO-8859-1.
    package static func extendedValue(_ value: String) -> String? {
        let parts = value.parts(at: "'", maxSplits: 2, omitsEmpty: false)
        guard parts.count == 3, let bytes = PercentEncoding.strictlyDecoded(String(parts[2])) else { return nil }
        return switch parts[0].lowercased() {
        case "utf-8": String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1": String(bytes: bytes, encoding: .isoLatin1)
        default: nil
        }
    }

    private static func takeValue(from reader: inout FieldReader) -> String {
        reader.skipBlanks()
        return reader.text(before: ByteSet(";")).lowercased()
    }
}
