import Foundation

/// Reads the body of a response for one loop. Releasing the reader ends the exchange.
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
    func next() async throws(TernError) -> Data? {
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

/// Reads the lines of a response's body, or the texts of a JSON text sequence, for one loop.
final class LineReader {
    let body: BodyReader
    let isSequence: Bool
    private var lines: LineBuffer
    private var isOver = false

    /// Whether the last text of a sequence may be the beginning of a longer one: a number, `true`, `false` and `null` have
    /// no end of their own, so white space must follow them (RFC 7464, section 2.4).
    private(set) var mayBeCutOff = false

    /// - Parameter isSequence: Whether the body is a JSON text sequence (RFC 7464). Lines by default.
    init(_ stream: ResponseStream, limit: Int, isSequence: Bool = false) {
        body = BodyReader(stream)
        lines = LineBuffer(limit: limit, isSequence: isSequence)
        self.isSequence = isSequence
    }

    /// The name of the last line or text for errors.
    var name: String { lines.name }

    /// The next line as text. `nil` at the end of the body.
    ///
    /// - Throws: `TernError` with code `.decodingFailed` for a line that isn't valid UTF-8.
    func text() async throws(TernError) -> String? {
        guard let line = try await next({ $0.validText }) else { return nil }
        if let line { return line }
        isOver = true
        let reason = "\(name) isn't valid UTF-8."
        throw body.about(TernError(.decodingFailed, reason: reason, response: body.head))
    }

    /// The bytes of the next line that isn't blank, without line endings at its end. `nil` at the end of the body.
    func content() async throws(TernError) -> Data? {
        while let (line, hasEnd) = try await next({ ($0.content, $0.hasEnd) }) {
            guard let line else { continue }
            mayBeCutOff = isSequence && !hasEnd && lines.lastEnd != LineBuffer.lineFeed
            return line
        }
        return nil
    }

    /// The error for a text that may be cut off.
    func cutOff(_ text: Data) -> TernError {
        var part = body.head
        part.body = .data(text)
        let reason = "\(name) may be cut off: no white space follows it, and it isn't an array, an object or a string."
        let advice = "A server must end each text of a JSON text sequence with LF (RFC 7464, section 2.1)."
        return body.about(TernError(.decodingFailed, reason: reason, advice: advice, response: part))
    }

    // MARK: - Private

    /// The result of `read` for the next line. `nil` at the end of the body.
    private func next<Result>(
        _ read: (UnsafeBufferPointer<UInt8>) -> Result
    ) async throws(TernError) -> Result? {
        guard !isOver else { return nil }
        do throws(TernError) {
            while true {
                if let result = try lines.next(read) { return result }
                guard let chunk = try await body.next() else {
                    isOver = true
                    return try lines.finish(read)
                }
                lines.append(chunk)
            }
        } catch {
            isOver = true
            throw body.about(error)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// These bytes without CR and LF at the end. `nil` if there are only spaces, tabs and line endings.
    fileprivate var content: Data? {
        let isLineEnding: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lastIndex(where: { !isLineEnding($0) }) else { return nil }
        let content = self[...last]
        let isBlank = content.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || isLineEnding($0) }
        return isBlank ? nil : Data(content)
    }

    /// Whether the last byte ends a value of JSON, or follows it.
    fileprivate var hasEnd: Bool { last.map("}]\" \t\r\n".utf8.contains) ?? true }
}
