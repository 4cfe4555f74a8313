import Foundation

/// The fault of data that isn't valid. The text of the error isn't shown, since it may quote a value, but a text that
/// is the same for all values names the kind of the value.
struct DataFault {
    let text: String
    /// `nil` for the advice of the code.
    private(set) var advice: String?

    init(_ context: DecodingError.Context, in response: Response) {
        if let refusal = context.underlyingError as? JSONReader.Refusal {
            (text, advice) = (refusal.reason, refusal.advice)
        } else if let (text, advice) = Self.known[context.debugDescription] {
            (self.text, self.advice) = (text, advice)
        } else if let name = Self.nameOfEnum(in: context.debugDescription) {
            text = "the value is that of no case of \(name)"
        } else if !context.codingPath.isEmpty {
            text = "the value is not valid"
        } else if Redaction.json(response.data) != nil {
            // Foundation reports a number that doesn't fit its type as invalid JSON, without a coding path.
            text = "a value is not valid, or a number doesn't fit the property's type"
        } else {
            let stream = Self.stream(in: response)
            text = stream?.text ?? "the body is not valid JSON"
            advice = stream?.advice
        }
    }

    static let dateAdvice =
        "Set the format of the provider's dates, .configured { $0.dates = .iso8601 }, or the decoder's dateDecodingStrategy."

    // MARK: - Private

    /// Foundation's texts without a value. In Swift 6.3, the coding path of the first has no key of the date.
    private static let known: [String: (text: String, advice: String?)] = [
        "Expected date string to be ISO8601-formatted.": (
            "a date isn't in the format of the decoder's dateDecodingStrategy, .iso8601", dateAdvice
        ),
        "Date string does not match format expected by formatter.": (
            "the date isn't in the format of the decoder's dateDecodingStrategy", dateAdvice
        ),
        Timestamp.fault: (
            "the value is none of the dates 2026-01-31T12:00:00Z (with or without a fraction or another offset), "
                + "2026-01-31, or seconds or milliseconds since 1970",
            "Read a date in another form with a decoder of the call: Call(…, using: decoder)."
        ),
        "Invalid URL string.": ("the text is not a valid URL", nil),
        "Encountered Data is not valid Base64.": ("the text is not valid Base64", nil),
        "Attempted to decode UUID from invalid UUID string.": ("the text is not a valid UUID", nil),
    ]

    /// The name of the enum in the text that the standard library has for an unknown raw value.
    private static func nameOfEnum(in text: String) -> Substring? {
        let start = "Cannot initialize "
        guard text.hasPrefix(start), let end = text.range(of: " from invalid ") else { return nil }
        return text[..<end.lowerBound].dropFirst(start.count)
    }

    /// The texts for a body that is a stream of values.
    private static func stream(in response: Response) -> (text: String, advice: String)? {
        let data = response.data
        let text = String(decoding: data.prefix(Redaction.maximumParsedBytes), as: UTF8.self)
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        // The data of one event has the head of the whole stream.
        let isEvents =
            type.hasPrefix("text/event-stream")
            && ["data:", "event:", "id:", "retry:", ":"].contains(where: text.hasPrefix)
        if isEvents {
            return ("the body has server-sent events", "Read it with values(_:) or events(_:) of the provider.")
        }
        let isSequence = data.first == 0x1E
        let lines = text.parts(at: "\n").lazy.map { $0.trimmingCharacters(in: [" ", "\t", "\r"]) }.filter {
            !$0.isEmpty
        }
        let isLines =
            lines.dropFirst().first != nil && lines.prefix(2).allSatisfy { Redaction.json(Data($0.utf8)) != nil }
        guard isSequence || isLines else { return nil }
        let place = isSequence ? "after each record separator (a JSON text sequence)" : "in each line (JSON Lines)"
        return ("the body has a JSON value \(place)", "Read it with values(_:) of the provider.")
    }
}
