#if os(Linux)
    /// One of a body's codings: what waits to be decoded, and what has just been.
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
        /// Of `input`, how much is decoded.
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

        /// - Returns: Some of what is decoded, there until the next call; `nil` if more has to come first.
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
                // Never to be in the way of all other transfers.
                guard step.consumed > 0 || step.isAtEnd else { break }
            }
            return nil
        }

        /// - Throws: `TernError` with code `.malformedResponse`, if the stream isn't complete.
        func finish() throws(TernError) {
            guard state == .inStream else { return }
            throw TernError(.malformedResponse, reason: "The \(decoder.subject) ends too early.")
        }

        // MARK: - Private

        /// Zeros fill up what some servers send; anything else is another stream, or wrong.
        private func goOnAfterEnd() throws(TernError) {
            let zeroCount = input[offset...].prefix { $0 == 0 }.count
            if zeroCount > 0 {
                state = .padded
                offset += zeroCount
            } else if state == .ended, decoder.restart() {
                state = .inStream
            } else {
                throw TernError(.malformedResponse, reason: "The \(decoder.subject) goes on after its end.")
            }
        }
    }
#endif
