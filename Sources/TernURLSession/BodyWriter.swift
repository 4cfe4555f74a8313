import Foundation
import TernHTTP

/// Writes a request's body to the stream that a session reads.
protocol BodyWriter: Sendable {
    /// Returns when the stream has accepted the whole piece.
    ///
    /// - Throws: `BodyStreamClosed` if the task is cancelled, or if the session has closed its end.
    func write(_ piece: Data) async throws

    /// Ends a complete body. Has no effect after `abort()`.
    func finish()

    /// Stops writing, and leaves the stream open, so that the session doesn't treat the incomplete body as complete.
    func abort()

    /// Closes the stream, even if the body is incomplete. The session's task must have ended.
    func release()
}

/// Thrown if the session has closed its end, or if the task is cancelled. The session reports the cause.
struct BodyStreamClosed: Error {}

/// A stream for the session, and the writer of its bytes.
struct BodyStreamPair {
    /// Unopened, as the session requires.
    let input: InputStream
    let writer: any BodyWriter

    /// Creates a pair. `nil` if the system can't create it.
    typealias Make = @Sendable () -> BodyStreamPair?

    static let make: Make = {
        #if canImport(FoundationNetworking)
            // FoundationNetworking doesn't have bound streams.
            return nil
        #else
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 256 * 1024, inputStream: &input, outputStream: &output)
            guard let input, let output else { return nil }
            return BodyStreamPair(input: input, writer: BodySink(output))
        #endif
    }
}
