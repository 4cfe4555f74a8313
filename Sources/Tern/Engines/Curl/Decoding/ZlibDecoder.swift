#if os(Linux)
    import CTernCurl

    /// Undoes gzip (RFC 1952) of any number of members, and deflate with (RFC 1950) or without (RFC 1951) its wrapping:
    /// the latter is wrong, and common.
    final class ZlibDecoder: StreamDecoder {
        private let isGzip: Bool
        /// zlib wants it to stay where it is.
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
                // The error comes again when what stands before it is taken.
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
            // The wrapping begins with 8, its method. Without it, that would be a block with padding that isn't zero.
            let isWrapped = first.map { $0 & 0x0F == 8 } ?? true
            let windowBits: Int32 = isGzip ? 16 + 15 : isWrapped ? 15 : -15
            guard tern_zlib_inflate_init(stream, windowBits) == ZlibCode.ok else { throw outOfMemory }
            hasBegun = true
        }
    }

    /// What zlib answers.
    private enum ZlibCode {
        static let ok: Int32 = 0
        static let streamEnd: Int32 = 1
        static let memoryError: Int32 = -4
        /// There is nothing to do without more input.
        static let bufferError: Int32 = -5
    }
#endif
