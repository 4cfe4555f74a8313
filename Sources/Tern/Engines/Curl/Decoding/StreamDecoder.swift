#if os(Linux)
    /// Undoes one content coding, in steps.
    protocol StreamDecoder: AnyObject {
        /// What errors call the body: "gzip body".
        var subject: String { get }

        /// Decodes some of `input`, which may only be empty after a step that has more.
        ///
        /// - Throws: `TernError` with code `.malformedResponse`, after all that could be decoded before.
        func decode(
            _ input: UnsafeBufferPointer<UInt8>,
            into output: UnsafeMutableBufferPointer<UInt8>
        ) throws(TernError) -> DecodingStep

        /// Makes ready for another stream after the end of one.
        ///
        /// - Returns: Whether the coding allows for that.
        func restart() -> Bool
    }

    struct DecodingStep {
        /// Bytes of the input.
        var consumed: Int
        /// Bytes of the output.
        var produced: Int
        /// Whether the stream is complete.
        var isAtEnd = false
        /// Whether there is something left to do without more input.
        var hasMore = false
    }

    extension StreamDecoder {
        func restart() -> Bool { false }

        func broken(_ details: String? = nil) -> TernError {
            TernError(.malformedResponse, reason: "The \(subject) is broken\(details.map { ": \($0)" } ?? "").")
        }

        var outOfMemory: TernError {
            TernError(.transportFailed, reason: "There is no memory to decode the \(subject).")
        }
    }
#endif
