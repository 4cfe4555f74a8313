import Foundation

/// Writes all JSON of requests, samples and the test kit.
package enum JSONBody {
    /// The body for a value of `json(_:)`.
    ///
    /// A `String` or `Data` is raw JSON and stays unchanged, even if its type is known only at run time.
    ///
    /// - Parameter encoder: `nil` for the canonical encoder.
    /// - Throws: `EncodingError`, or the error of a value's `encode(to:)`.
    package static func data(of value: some Encodable, encoder: JSONEncoder? = nil) throws -> Data {
        if let text = value as? String { return try checked(Data(text.utf8), isRaw: true) }
        if let data = value as? Data { return try checked(data, isRaw: true) }
        return try encoded(value, encoder: encoder)
    }

    /// A value as JSON. A `String` becomes a JSON string.
    ///
    /// - Parameter encoder: `nil` for the canonical encoder.
    /// - Throws: `EncodingError`, or the error of a value's `encode(to:)`.
    package static func encoded(_ value: some Encodable, encoder: JSONEncoder? = nil) throws -> Data {
        // JSONEncoder writes some values as invalid JSON: a `Decimal` that is NaN becomes `NaN`.
        try checked((encoder ?? canonicalEncoder).encode(value), isRaw: false)
    }

    /// The `TernError` for an error of `data(of:encoder:)`, with code `.encodingFailed`.
    package static func error(wrapping error: any Error) -> TernError {
        EncodingFailure.error(of: .sample, wrapping: error)
    }

    /// A new encoder that sorts keys, so that equal values give equal bytes, and that writes slashes without a backslash,
    /// and dates as ``DateFormat/iso8601``.
    package static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = DateFormat.iso8601.encodingStrategy
        return encoder
    }

    // MARK: - Private

    private static let canonicalEncoder = makeEncoder()

    private static func checked(_ json: Data, isRaw: Bool) throws -> Data {
        guard let fault = JSONScanner.failure(in: json) else { return json }
        let text =
            isRaw
            ? "The raw JSON is invalid at byte \(fault.offset): expected \(fault.expected). A String or Data is sent "
                + "unchanged, so it must be valid JSON."
            : "The encoder wrote invalid JSON at byte \(fault.offset): expected \(fault.expected). JSON has no "
                + "representation of a Decimal that is NaN."
        // The error contains only a type, since the value may be a secret.
        throw EncodingError.invalidValue(Data.self, EncodingError.Context(codingPath: [], debugDescription: text))
    }
}
