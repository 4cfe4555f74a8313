/// Decodes one content coding, in steps.
protocol StreamDecoder: AnyObject {
    /// The name of the body in error texts, such as "gzip body".
    var subject: String { get }

    /// Decodes some of `input`. `input` may be empty only after a step with `hasMore`.
    ///
    /// - Throws: `TernError` with code `.malformedResponse`, after all output before the error was returned.
    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(TernError) -> DecodingStep

    /// Prepares for another stream after the end of one.
    ///
    /// - Returns: Whether the coding allows several streams.
    func restart() -> Bool
}

struct DecodingStep {
    /// The number of input bytes that were decoded.
    var consumed: Int
    /// The number of output bytes.
    var produced: Int
    /// Whether the stream is complete.
    var isAtEnd = false
    /// Whether there is more output without more input.
    var hasMore = false
}

extension StreamDecoder {
    func restart() -> Bool { false }

    func broken(_ details: String? = nil) -> TernError {
        TernError(.malformedResponse, reason: "The \(subject) is malformed\(details.map { ": \($0)" } ?? "").")
    }

    var outOfMemory: TernError {
        TernError(.transportFailed, reason: "Memory to decode the \(subject) can't be allocated.")
    }
}
