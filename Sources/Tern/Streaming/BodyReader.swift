import Foundation

/// Reads the body of a response for one iterator. Releasing the reader ends the exchange.
final class BodyReader {
    let head: Response
    private let chunks: BodyStream.Reader

    init(_ stream: ResponseStream) {
        head = stream.response
        chunks = stream.body.makeAsyncIterator().reader
    }

    /// The next chunk, never empty. `nil` at the end of the body.
    ///
    /// - Throws: `TernError` with the target and the request of the call.
    nonisolated(nonsending) func next() async throws(TernError) -> Data? {
        do {
            return try await chunks.next()
        } catch {
            throw about(TernError.wrapping(error, thrownBy: .transport))
        }
    }

    /// This error with the target, the request and the attempts of the call.
    func about(_ error: TernError) -> TernError {
        TernError(error, target: head.target, request: head.request, attempts: head.attempts)
    }
}
