import Foundation

/// A sample as the response to a request.
extension SampleResponse {
    /// The response to a request, without waiting for its arrival. It has no body for HEAD, and with status 204 or 304.
    ///
    /// - Throws: The error of a sample without a response.
    package func message(for request: Request) throws -> SampleResponse {
        let message = try message().part(for: request.method, request.headers)
        let status = message.parts.status
        guard request.method == .head || status == 204 || status == 304 else { return message.received(by: request) }
        var bodiless = SampleResponse(Parts(status: status, headers: message.parts.headers))
        bodiless.parts.url = message.parts.url
        bodiless.parts.wireSettings = message.parts.wireSettings
        return bodiless
    }

    /// The response, without waiting for its arrival. For a sequence, the first response.
    ///
    /// - Throws: The error of a sample without a response.
    package func message() throws -> SampleResponse {
        if let sequence = parts.sequence { return try sequence.response(after: 0).message() }
        if let failure = parts.failure { throw failure.error }
        return self
    }

    /// The error for a stub if only a server can send this message. `nil` if a stub can send it.
    package var wireOnlyError: TernError? {
        parts.wireSettings.map { settings in
            TernError(
                .missingSample,
                reason: "The sample response can only be sent by a LoopbackServer: \(settings).",
                advice: "Use a LoopbackServer, or .networkError, .breakingOff or .held(by:) instead."
            )
        }
    }

    /// Why no double can send the message: its status isn't that of a final response, or a field isn't valid. `nil` if a
    /// double can send it.
    package var mistake: TernError? {
        guard (200..<1000).contains(parts.status) else {
            return TernError(
                .malformedResponse,
                reason: "Status \(parts.status) is not the status of a final response.",
                advice: "Give the sample response a status from 200 to 999."
            )
        }
        return Self.mistake(inFields: parts.headers)
    }

    /// Why fields can't be sent. `nil` if they can.
    package static func mistake(inFields fields: HTTPHeaders) -> TernError? {
        for field in fields {
            do throws(TernError) {
                try HTTPField.check(name: field.name, value: field.value, isOfResponse: true)
            } catch {
                return TernError(
                    .malformedResponse,
                    reason: error.reason,
                    advice: "Correct the field of the sample response."
                )
            }
        }
        return nil
    }

    /// Checks that a stub can send the message.
    ///
    /// - Throws: `TernError` with code `.missingSample` if only a server can send it; with code `.malformedResponse` if the
    ///   status isn't that of a final response, or a field isn't valid.
    package func check() throws {
        if let error = wireOnlyError { throw error }
        if let error = mistake { throw error }
    }
}
