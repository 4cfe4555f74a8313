import Foundation

extension ResponseStream {
    /// The lines of the body, each decoded from JSON (`application/x-ndjson`, `application/jsonl`).
    ///
    /// ```swift
    /// for try await entry in try await github.stream(.log).jsonLines(as: Entry.self) { show(entry) }
    /// ```
    ///
    /// Lines that contain only spaces and tabs are skipped. Each value is decoded on the loop's actor. `String` and
    /// `Data` are decoded from JSON, too. ``NoContent`` accepts any line.
    ///
    /// - Parameters:
    ///   - type: The type of the values. Inferred by default.
    ///   - decoder: The provider's decoder by default.
    ///   - limit: The largest number of bytes in a line. A longer line ends the sequence with
    ///     `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func jsonLines<Value: Decodable>(
        as type: Value.Type = Value.self,
        using decoder: JSONDecoder? = nil,
        limit: Int = Self.defaultLimit
    ) -> JSONLines<Value> {
        JSONLines(stream: self, decoder: decoder ?? self.decoder, limit: limit, terminator: nil)
    }
}

/// The values in the lines of a response's body. See ``ResponseStream/jsonLines(as:using:limit:)``.
///
/// Throws `TernError`: the errors of ``ResponseStream``, `.bodyTooLarge` for a line above the limit, and
/// `.decodingFailed` for a line that can't be decoded, which names the line and the coding path. The error's response
/// has that line as its body.
public struct JSONLines<Value: Decodable>: AsyncSequence, Sendable {
    let stream: ResponseStream
    let decoder: JSONDecoder
    let limit: Int
    private(set) var terminator: String?

    /// The values before this line, such as `"[DONE]"`, at which the sequence ends. Spaces and tabs around the line are
    /// ignored.
    public func ending(at terminator: String) -> JSONLines {
        var lines = self
        lines.terminator = terminator
        return lines
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: LineReader(stream, limit: limit), decoder: decoder, terminator: terminator)
    }

    /// Decodes the lines of a body, one after another.
    public struct Iterator: AsyncIteratorProtocol {
        var lines: LineReader
        let decoder: JSONDecoder
        let terminator: String?

        /// The next value. `nil` at the end of the body and in every later call.
        ///
        /// - Throws: `TernError`, as described in ``JSONLines``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Value? {
            while let line = try await lines.next({ $0.isBlank ? nil : Data($0) }) {
                guard let line else { continue }
                if line.isLine(terminator) {
                    lines.end()
                    return nil
                }
                do throws(TernError) {
                    // The cast succeeds only for `NoContent` and its optional.
                    if let value = NoContent() as? Value { return value }
                    return try lines.reader.head.with(line).decodeJSON(Value.self, using: decoder)
                } catch {
                    lines.end()
                    throw error.of("Line \(lines.count)")
                }
            }
            return nil
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Value? {
            try await next()
        }
    }
}

extension Response {
    /// The head of this response with a part of its body, which is decoded separately.
    func with(_ part: Data) -> Response {
        var response = self
        response.body = .data(part)
        return response
    }
}

extension TernError {
    /// This error with a reason that names the part of the body in which it occurred.
    func of(_ part: String) -> TernError {
        TernError(
            code,
            reason: "\(part): \(reason)",
            advice: advice,
            target: target,
            request: request,
            response: response,
            attempts: attempts,
            underlying: underlying
        )
    }
}

extension Data {
    /// Whether this line is a text, apart from spaces and tabs around it.
    func isLine(_ text: String?) -> Bool {
        text.map { String(decoding: self, as: UTF8.self).trimmingCharacters(in: .whitespaces) == $0 } ?? false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether there are only spaces and tabs.
    var isBlank: Bool { allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
}
