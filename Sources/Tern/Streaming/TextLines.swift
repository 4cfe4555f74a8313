import Foundation

extension ResponseStream {
    /// The lines of the body in UTF-8, each with at most 1 MiB.
    public var lines: TextLines { lines() }

    /// The lines of the body in UTF-8, without their endings.
    ///
    /// LF, CR LF and CR end a line. The last line needs no ending. A byte order mark at the beginning is omitted.
    ///
    /// - Parameter limit: The largest number of bytes in a line. A longer line ends the sequence with
    ///   `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func lines(limit: Int = Self.defaultLimit) -> TextLines {
        TextLines(stream: self, limit: limit)
    }
}

/// The lines of a response's body. See ``ResponseStream/lines(limit:)``.
///
/// Throws `TernError`: the errors of ``ResponseStream``, `.bodyTooLarge` for a line above the limit, and
/// `.decodingFailed` for a line that isn't valid UTF-8. The last two name the line.
public struct TextLines: AsyncSequence, Sendable {
    let stream: ResponseStream
    let limit: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: LineReader(stream, limit: limit))
    }

    /// Reads the lines of the body as they arrive.
    public struct Iterator: AsyncIteratorProtocol {
        var lines: LineReader

        /// The next line, without its line ending. `nil` at the end of the body and in every later call.
        ///
        /// - Throws: `TernError`, as described in ``TextLines``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> String? {
            guard let line = try await lines.next({ $0.validText }) else { return nil }
            if let line { return line }
            lines.end()
            let reason = "Line \(lines.count) isn't valid UTF-8."
            throw lines.reader.about(TernError(.decodingFailed, reason: reason, response: lines.reader.head))
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> String? {
            try await next()
        }
    }
}
