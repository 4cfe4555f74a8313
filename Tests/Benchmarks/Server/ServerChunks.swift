#if os(Linux)
    /// Counts the content of a chunked body (RFC 9112, section 7.1) that arrives in any pieces.
    struct ServerChunks {
        private enum Step {
            case size
            case data
            case dataEnd
            case trailers
        }

        private(set) var receivedBytes = 0
        private(set) var isComplete = false
        private var step = Step.size
        /// The remaining bytes of the current chunk.
        private var size = 0
        private var isPastSize = false
        private var lineBytes = 0

        /// - Returns: The number of bytes that belong to the body.
        mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
            var index = 0
            while index < bytes.count, !isComplete {
                if step == .data {
                    let count = min(size, bytes.count - index)
                    size -= count
                    receivedBytes += count
                    index += count
                    if size == 0 { step = .dataEnd }
                } else {
                    take(bytes[index])
                    index += 1
                }
            }
            return index
        }

        private mutating func take(_ byte: UInt8) {
            let isLineEnd = byte == UInt8(ascii: "\n")
            switch step {
            case .size where isLineEnd:
                step = size == 0 ? .trailers : .data
                isPastSize = false
            case .size:
                if !isPastSize, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
                    size = size * 16 + digit
                } else {
                    isPastSize = true
                }
            case .dataEnd, .data:
                if isLineEnd { step = .size }
            case .trailers where isLineEnd:
                isComplete = lineBytes == 0
                lineBytes = 0
            case .trailers:
                if byte != UInt8(ascii: "\r") { lineBytes += 1 }
            }
        }
    }
#endif
