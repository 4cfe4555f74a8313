import Tern

/// The settings of a sample response that only a server can apply.
struct WireSettings: SampleMessage.WireSettings {
    private var changes: [(name: String, apply: @Sendable (inout WireResponse) -> Void)] = []

    mutating func add(_ name: String, _ change: @escaping @Sendable (inout WireResponse) -> Void) {
        changes.append((name, change))
    }

    func apply(to response: inout WireResponse) {
        for change in changes { change.apply(&response) }
    }

    /// Why a server can't send a response with these settings. `nil` if it can.
    var mistake: TernError? {
        var response = WireResponse()
        apply(to: &response)
        guard !(response.reason ?? "").unicodeScalars.contains(where: { "\r\n\0".unicodeScalars.contains($0) }) else {
            return TernError(
                .malformedResponse,
                reason: "The reason phrase contains CR, LF or NUL.",
                advice: "Correct the text of .reason(_:)."
            )
        }
        for interim in response.informational {
            guard (100..<200).contains(interim.status) else {
                return TernError(
                    .malformedResponse,
                    reason: "Status \(interim.status) is not the status of an informational response.",
                    advice: "Give .preceded(by:headers:) a status from 100 to 199."
                )
            }
            if let mistake = SampleMessage.mistake(inFields: interim.headers) { return mistake }
        }
        return SampleMessage.mistake(inFields: response.trailers)
    }

    var description: String { changes.map(\.name).joined(separator: ", ") }
}

extension SampleMessage {
    /// Why a server can't apply its settings to the message. `nil` if it can.
    var wireMistake: TernError? { (wireSettings as? TernTesting.WireSettings)?.mistake }
}
