#if os(Linux)
    /// Undoes the content codings of one body, piece by piece, in memory that doesn't grow with what comes out.
    ///
    /// ```swift
    /// decoder.take(bytes)
    /// try decoder.deliver { piece in use(piece) }
    /// // When all has come, and `hasMore` is false:
    /// try decoder.finish()
    /// ```
    ///
    /// libcurl can do this, too, but takes a body that ends too early for a whole one.
    final class ContentDecoder {
        /// Whether ``deliver(to:)`` has ended before all that was taken was decoded.
        private(set) var hasMore = false

        /// The first to undo comes first.
        private let stages: [DecodingStage]

        /// Each takes memory, and multiplies what a few bytes can become.
        static let maximumCodings = 5

        /// What is decoded at a time: 4 MiB, some milliseconds' work.
        private static let piecesAtATime = 64

        /// `nil` if there is nothing to undo, or something unknown among it: then the body is to be taken as it is.
        ///
        /// - Parameter fields: The values of `Content-Encoding`.
        /// - Throws: `TernError` with code `.malformedResponse`, if there are more than ``maximumCodings``.
        init?(contentEncoding fields: [String]) throws(TernError) {
            let names = fields.flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
                .filter { $0.lowercased() != "identity" }
            guard names.count <= Self.maximumCodings else {
                let reason = "The body has \(names.count) content codings; \(Self.maximumCodings) are undone at most."
                throw TernError(.malformedResponse, reason: reason)
            }
            let codings = names.compactMap { ContentCoding($0) }
            guard !codings.isEmpty, codings.count == names.count else { return nil }
            // They are named in the order in which they were applied.
            stages = codings.reversed().map(DecodingStage.init)
        }

        /// Takes some more of the body. What was taken before and isn't decoded yet is kept.
        func take(_ bytes: UnsafeRawBufferPointer) {
            stages.first?.take(bytes)
        }

        /// Hands out what is decoded. Does not much at a time, since a few bytes can become terabytes, or as many of
        /// nothing; ``hasMore`` says whether to call again.
        ///
        /// - Parameter use: Takes a piece, which isn't there any longer than that, and says whether to go on.
        /// - Throws: `TernError` with code `.malformedResponse`, after all that could be decoded before.
        func deliver(to use: (UnsafeRawBufferPointer) -> Bool) throws(TernError) {
            hasMore = false
            for _ in 0..<Self.piecesAtATime {
                guard let piece = try next(of: stages[...]) else { return }
                guard piece.isEmpty || use(piece) else { break }
            }
            hasMore = true
        }

        /// - Throws: `TernError` with code `.malformedResponse`, if the body isn't complete. An empty one is.
        func finish() throws(TernError) {
            for stage in stages { try stage.finish() }
        }

        /// - Returns: Some of what is decoded, empty if that took as long as a piece; `nil` if more is to be taken first.
        private func next(of stages: ArraySlice<DecodingStage>) throws(TernError) -> UnsafeRawBufferPointer? {
            guard let stage = stages.last else { return nil }
            if let piece = try stage.next() { return piece }
            guard let input = try next(of: stages.dropLast()) else { return nil }
            stage.take(input)
            return try stage.next() ?? UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }
#endif
