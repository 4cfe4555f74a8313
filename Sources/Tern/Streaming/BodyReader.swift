import Foundation

/// Reads the body of a response for one iterator. Releasing the reader ends the exchange.
final class BodyReader {
    let head: Response
    private let body: BodyStream
    /// Whether this reader has received a part of the body or an error, and not the end.
    private var isIncomplete = false

    init(_ stream: ResponseStream) {
        head = stream.response
        body = stream.body
    }

    deinit {
        let error = TernError(.cancelled, reason: "An earlier loop over the body ended before the body was complete.")
        // The loop may have discarded a part of its last chunk, so the rest isn't readable even if it has arrived.
        if isIncomplete { body.abandon(with: error) } else { body.end(with: error) }
    }

    /// The next chunk, never empty. `nil` at the end of the body.
    ///
    /// - Throws: `TernError` with the target and the request of the call.
    nonisolated(nonsending) func next() async throws(TernError) -> Data? {
        do {
            let chunk = try await body.next()
            isIncomplete = chunk != nil
            return chunk
        } catch {
            isIncomplete = true
            throw about(TernError.wrapping(error, thrownBy: .transport))
        }
    }

    /// This error with the target, the request and the attempts of the call.
    func about(_ error: TernError) -> TernError {
        TernError(error, target: head.target, request: head.request, attempts: head.attempts)
    }
}
