/// Decodes one content coding of a body, and holds its pending input and its last output.
final class DecodingStage {
    private enum State {
        case unused
        case inStream
        case ended
        case padded
    }

    private let decoder: any StreamDecoder
    private var state = State.unused
    private var input: [UInt8] = []
    /// The number of bytes of `input` that are decoded.
    private var offset = 0
    private var hasMore = false
    private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: DecodingStage.outputBytes)

    static let outputBytes = 64 * 1024

    init(_ coding: ContentCoding) {
        decoder = coding.makeDecoder()
    }

    deinit {
        output.deallocate()
    }

    func take(_ bytes: UnsafeRawBufferPointer) {
        input.removeFirst(offset)
        offset = 0
        input.append(contentsOf: bytes)
    }

    /// - Returns: The next decoded bytes, valid until the next call. `nil` if more input is needed.
    func next() throws(TernError) -> UnsafeRawBufferPointer? {
        while hasMore || offset < input.count {
            if state == .ended || state == .padded {
                try goOnAfterEnd()
                continue
            }
            state = .inStream
            let step = try input.withUnsafeBufferPointer { bytes throws(TernError) in
                try decoder.decode(UnsafeBufferPointer(rebasing: bytes[offset...]), into: output)
            }
            offset += step.consumed
            hasMore = step.hasMore
            if step.isAtEnd { state = .ended }
            if step.produced > 0 {
                return UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: output[..<step.produced]))
            }
            // A step without progress must not loop forever: the thread serves all transfers.
            guard step.consumed > 0 || step.isAtEnd else { break }
        }
        return nil
    }

    /// - Throws: `TernError` with code `.malformedResponse` if the stream isn't complete.
    func finish() throws(TernError) {
        guard state == .inStream else { return }
        throw TernError(.malformedResponse, reason: "The \(decoder.subject) ends before it is complete.")
    }

    // MARK: - Private

    /// Some servers pad the body with zeros after its end. Any other byte begins another stream, or is an error.
    private func goOnAfterEnd() throws(TernError) {
        let zeroCount = input[offset...].prefix { $0 == 0 }.count
        if zeroCount > 0 {
            state = .padded
            offset += zeroCount
        } else if state == .ended, decoder.restart() {
            state = .inStream
        } else {
            throw TernError(.malformedResponse, reason: "The \(decoder.subject) has bytes after its end.")
        }
    }
}

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
