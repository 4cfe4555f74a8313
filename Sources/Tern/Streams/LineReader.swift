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

/// Reads the lines of a response's body for one loop.
final class LineReader {
    let body: BodyReader
    private var lines: LineBuffer
    private let isOfLines: Bool
    private var isOver = false

    /// - Parameter separator: The byte between two texts. `nil`, the default, for lines.
    init(_ stream: ResponseStream, limit: Int, separator: UInt8? = nil) {
        body = BodyReader(stream)
        lines = LineBuffer(limit: limit, separator: separator)
        isOfLines = separator == nil
    }

    /// The number of lines so far.
    var count: Int { lines.lineCount }

    /// The name of the last line for errors. The first text of a sequence is after the first separator.
    var name: String { isOfLines ? "Line \(count)" : "Text \(count - 1)" }

    /// The next line as text. `nil` at the end of the body.
    ///
    /// - Throws: `TernError` with code `.decodingFailed` for a line that isn't valid UTF-8.
    func text() async throws(TernError) -> String? {
        guard let line = try await next({ $0.validText }) else { return nil }
        if let line { return line }
        isOver = true
        let reason = "Line \(count) isn't valid UTF-8."
        throw body.about(TernError(.decodingFailed, reason: reason, response: body.head))
    }

    /// The bytes of the next line that isn't blank, without line endings at its end. `nil` at the end of the body.
    func content() async throws(TernError) -> Data? {
        while let line = try await next({ $0.content }) {
            if let line { return line }
        }
        return nil
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
}
