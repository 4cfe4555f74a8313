import CTern

/// Decodes gzip (RFC 1952) with any number of members, and deflate with its zlib wrapper (RFC 1950) or without (RFC
/// 1951). Deflate without the wrapper violates RFC 9110 (section 8.4.1.2), but some servers send it.
final class ZlibDecoder: StreamDecoder {
    private let isGzip: Bool
    /// A pointer, since zlib requires that the address doesn't change.
    private let stream = UnsafeMutablePointer<tern_zlib_stream>.allocate(capacity: 1)
    private var hasBegun = false

    init(isGzip: Bool) {
        self.isGzip = isGzip
        stream.initialize(to: tern_zlib_stream())
    }

    deinit {
        if hasBegun { _ = tern_zlib_inflate_end(stream) }
        stream.deallocate()
    }

    var subject: String { isGzip ? "gzip body" : "deflate body" }

    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(TernError) -> DecodingStep {
        if !hasBegun { try begin(with: input.first) }
        let inputCount = UInt32(clamping: input.count)
        let outputCount = UInt32(clamping: output.count)
        (stream.pointee.next_input, stream.pointee.input_count) = (input.baseAddress, inputCount)
        (stream.pointee.next_output, stream.pointee.output_count) = (output.baseAddress, outputCount)
        let code = tern_zlib_inflate(stream)
        var step = DecodingStep(
            consumed: Int(inputCount - stream.pointee.input_count),
            produced: Int(outputCount - stream.pointee.output_count)
        )
        switch code {
        case ZlibCode.streamEnd:
            step.isAtEnd = true
        case ZlibCode.ok, ZlibCode.bufferError:
            step.hasMore = stream.pointee.output_count == 0
        case ZlibCode.memoryError:
            throw outOfMemory
        default:
            // The output before the error is delivered first. The next call returns the error again.
            guard step.produced > 0 else { throw broken(stream.pointee.message.map { String(cString: $0) }) }
            step.hasMore = true
        }
        return step
    }

    func restart() -> Bool {
        isGzip && tern_zlib_inflate_reset(stream) == ZlibCode.ok
    }

    // MARK: - Private

    private func begin(with first: UInt8?) throws(TernError) {
        // The low four bits of the wrapper's first byte are 8, the compression method. In a raw deflate stream,
        // these bits would mean a stored block whose padding isn't zero.
        let isWrapped = first.map { $0 & 0x0F == 8 } ?? true
        let windowBits: Int32 = isGzip ? 16 + 15 : isWrapped ? 15 : -15
        guard tern_zlib_inflate_init(stream, windowBits) == ZlibCode.ok else { throw outOfMemory }
        hasBegun = true
    }
}

/// Return codes of zlib.
enum ZlibCode {
    static let ok: Int32 = 0
    static let streamEnd: Int32 = 1
    static let memoryError: Int32 = -4
    /// No progress is possible without more input.
    static let bufferError: Int32 = -5
}
