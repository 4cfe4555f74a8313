import Foundation

/// The error text of a failed encoding: the coding path and the reason, without the value.
enum EncodingFailure {
    /// The part of a request, or of a sample response, whose encoding fails.
    enum Part: String {
        case query = "the query"
        case form = "the form"
        case json = "the JSON body"
        case data = "the body"
        case stream = "a part of the body"
        case multipart = "a part of the multipart form"
        case sample = "the JSON of a sample response"
        /// For an error of a request closure or a transport that encodes values itself.
        case request = "the request"

        var advice: String {
            switch self {
            case .query: "Check the values given to .query(…) in the target's task."
            case .form: "Check the values given to .form(…) in the target's task."
            case .json: "Check the value given to .json(…) in the target's task."
            case .data: "Check the body of the target's task."
            case .multipart: "Check the parts given to .multipart(…)."
            case .stream: "Check the stream given to the request's body."
            case .sample: "Check the value given to the sample response."
            case .request: "Check the values that the request closure or the transport encodes."
            }
        }
    }

    /// An error with code `.encodingFailed`.
    static func error(of part: Part, wrapping error: any Error) -> TernError {
        if let error = error as? TernError { return error }
        return TernError(
            .encodingFailed,
            reason: reason(of: part, error),
            advice: part.advice,
            underlying: error
        )
    }

    private static func reason(of part: Part, _ error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return "Encoding \(part.rawValue) failed: \(type(of: error)) was thrown."
        }
        let path = Redaction.text(ofPath: context.codingPath)
        let place = path.isEmpty ? "" : " at \"\(path)\""
        return "Encoding \(part.rawValue) failed\(place): \(text(of: context, without: value))"
    }

    /// The text of the error. Quotations of the value and of its parts are redacted.
    private static func text(of context: EncodingError.Context, without value: Any) -> String {
        guard let parts = parts(of: value), !parts.contains(where: hasTrappingDescription) else {
            return "The value can't be encoded."
        }
        // Shorter texts occur in unrelated words.
        let quotes = Set(parts.map { String(describing: $0) }.filter { $0.count >= 4 })
        let plain = quotes.sorted { ($0.count, $0) > ($1.count, $1) }.reduce(context.debugDescription) {
            $0.replacingOccurrences(of: $1, with: Redaction.mark, options: .literal)
                .replacingOccurrences(of: $1, with: Redaction.mark)
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

    /// Whether this is a date that isn't finite. The description of such a date traps, and so does the description of a
    /// value that contains the date.
    private static func hasTrappingDescription(_ part: Any) -> Bool {
        (part as? Date)?.timeIntervalSince1970.isFinite == false
    }
}
