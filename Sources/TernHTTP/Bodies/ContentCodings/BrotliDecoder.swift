import CTern

/// Decodes Brotli (RFC 7932).
final class BrotliDecoder: StreamDecoder {
    private var decoder: tern_brotli_decoder?

    deinit {
        if let decoder { tern_brotli_destroy(decoder) }
    }

    var subject: String { "Brotli body" }

    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(TernError) -> DecodingStep {
        guard let decoder = decoder ?? tern_brotli_create() else { throw outOfMemory }
        self.decoder = decoder
        var (nextInput, inputCount) = (input.baseAddress, input.count)
        var (nextOutput, outputCount) = (output.baseAddress, output.count)
        let code = tern_brotli_decompress(decoder, &nextInput, &inputCount, &nextOutput, &outputCount)
        var step = DecodingStep(consumed: input.count - inputCount, produced: output.count - outputCount)
        switch code {
        case BrotliCode.success:
            step.isAtEnd = true
        case BrotliCode.needsMoreInput:
            break
        case BrotliCode.needsMoreOutput:
            step.hasMore = true
        default:
            // The output before the error is delivered first. The next call returns the error again.
            guard step.produced > 0 else { throw broken() }
            step.hasMore = true
        }
        return step
    }
}

/// `BrotliDecoderResult`.
private enum BrotliCode {
    static let success: Int32 = 1
    static let needsMoreInput: Int32 = 2
    static let needsMoreOutput: Int32 = 3
}
