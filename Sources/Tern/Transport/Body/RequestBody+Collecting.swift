import Foundation

extension RequestBody {
    /// Reads the whole body into memory.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the source fails or has another length than announced, and
    ///   `CancellationError`.
    func collected() async throws -> Data {
        if let data { return data }
        let body = Locked(Data())
        try await forEachChunk { piece in
            try Task.checkCancellation()
            body.withLock { $0 += piece }
        }
        return body.withLock(\.self)
    }

    static func failed(_ error: any Error) -> TernError {
        if error is EncodingError { return EncodingFailure.error(of: .stream, wrapping: error) }
        let advice = "Check the file or stream of the body."
        return TernError(.encodingFailed, reason: reason(of: error), advice: advice, underlying: error)
    }

    /// The beginning of the error's text, up to a position that may contain a secret.
    private static func reason(of error: any Error) -> String {
        let text =
            (error as? any LocalizedError)?.errorDescription
            ?? (error is any CustomNSError ? error.localizedDescription : "\(error)")
        let line = text.prefix(200).split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = Redaction.text(ofForeign: line, about: nil)
        return "The body's source threw \(type(of: error)): \(shown)\(shown.hasSuffix(".") ? "" : ".")"
    }

    static func wrongLength(_ bytes: Int64, _ length: Int64) -> TernError {
        let reason = "The body's source produced \(bytes) bytes, but \(length) were announced."
        let advice = "Check the length given to the body, and that its file doesn't change while it is sent."
        return TernError(.encodingFailed, reason: reason, advice: advice)
    }
}
