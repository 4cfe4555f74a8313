import Tern

/// The settings of a sample response that only a server can apply.
struct WireSettings: SampleResponse.Parts.WireSettings {
    /// The names of the methods that have made the settings.
    var names: [String] = []
    /// The reason phrase. `nil` for the standard phrase of the status.
    var reason: String?
    /// Whether the server closes the connection after this response and sends `Connection: close`.
    var closesConnection = false
    /// The informational responses (1xx) before this response.
    var informational: [WireResponse] = []
    /// Whether the body is sent with `Transfer-Encoding: chunked`. A `Content-Length` or `Transfer-Encoding` field
    /// overrides this.
    var isChunked = false
    /// Writes the rest of the body.
    var script: (@Sendable (LoopbackWriter) async throws -> Void)?
    var fault: LoopbackFault?
    /// Whether the response is sent without its end. The connection then stays open until the client closes it.
    var isStalling = false
    /// Whether the connection is reset after the response.
    var isResetting = false
    /// Whether only the body is sent, without a head.
    var isVerbatim = false

    var description: String { names.joined(separator: ", ") }
}

extension SampleResponse {
    /// Why a server can't apply its settings to the response. `nil` if it can.
    var wireMistake: TernError? {
        guard let settings = parts.wireSettings as? WireSettings else { return nil }
        guard !(settings.reason ?? "").unicodeScalars.contains(where: { "\r\n\0".unicodeScalars.contains($0) }) else {
            return TernError(
                .malformedResponse,
                reason: "The reason phrase contains CR, LF or NUL.",
                advice: "Correct the text of .reason(_:)."
            )
        }
        for interim in settings.informational {
            guard (100..<200).contains(interim.status) else {
                return TernError(
                    .malformedResponse,
                    reason: "Status \(interim.status) is not the status of an informational response.",
                    advice: "Give .preceded(by:headers:) a status from 100 to 199."
                )
            }
            if let mistake = SampleResponse.mistake(inFields: interim.headers) { return mistake }
        }
        return SampleResponse.mistake(inFields: parts.trailers)
    }
}
