import Foundation

/// Reads the lines of a response's body.
struct LineReader {
    let reader: BodyReader
    private var lines: LineBuffer
    private var isOver = false

    init(_ stream: ResponseStream, limit: Int) {
        reader = BodyReader(stream)
        lines = LineBuffer(limit: limit)
    }

    /// The number of lines so far.
    var count: Int { lines.lineCount }

    /// The result of `read` for the next line. `nil` at the end of the body.
    nonisolated(nonsending) mutating func next<Result>(
        _ read: (UnsafeBufferPointer<UInt8>) -> Result
    ) async throws(TernError) -> Result? {
        guard !isOver else { return nil }
        do throws(TernError) {
            while true {
                if let result = try lines.next(read) { return result }
                guard let chunk = try await reader.next() else {
                    isOver = true
                    return try lines.finish(read)
                }
                lines.append(chunk)
            }
        } catch {
            isOver = true
            throw reader.about(error)
        }
    }

    /// Ends the sequence after an error.
    mutating func end() {
        isOver = true
    }
}
