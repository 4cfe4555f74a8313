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
    private var isOver = false

    init(_ stream: ResponseStream, limit: Int) {
        body = BodyReader(stream)
        lines = LineBuffer(limit: limit)
    }

    /// The number of lines so far.
    var count: Int { lines.lineCount }

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

    /// The bytes of the next line that doesn't contain only spaces and tabs. `nil` at the end of the body.
    func content() async throws(TernError) -> Data? {
        while let line = try await next({ $0.isBlank ? nil : Data($0) }) {
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
    /// Whether there are only spaces and tabs.
    fileprivate var isBlank: Bool { allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
}
