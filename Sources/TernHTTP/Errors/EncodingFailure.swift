import Foundation

/// The error text of a failed encoding: the coding path and the reason, without the value.
package enum EncodingFailure {
    /// The part of a request, or of a sample response, whose encoding fails.
    package enum Part: String {
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
    package static func error(of part: Part, wrapping error: any Error) -> TernError {
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
        // Keys are shown under all rules, except random ones, so the rules of the request would change little.
        let path = Redaction.default.text(ofPath: context.codingPath)
        let place = path.isEmpty ? "" : " at \"\(path)\""
        // The text may quote the value, unless the value is a number. Tern's own errors have a type in its place.
        let isHarmless = value is Any.Type || value is any BinaryFloatingPoint || value is Decimal
        let text = isHarmless ? context.debugDescription : "A value of type \(type(of: value)) can't be encoded."
        return "Encoding \(part.rawValue) failed\(place): \(text)"
    }
}
