import Foundation

/// Decodes the content codings of one body, piece by piece, in bounded memory.
///
/// ```swift
/// decoder.take(bytes)
/// try decoder.deliver { piece in use(piece) }
/// // After the last piece, when `hasMore` is false:
/// try decoder.finish()
/// ```
///
/// libcurl can decode, too, but accepts a truncated body as complete.
package final class ContentDecoder {
    /// Whether ``deliver(to:)`` stopped before all input was decoded.
    package private(set) var hasMore = false

    /// The stages in the order of decoding.
    private let stages: [DecodingStage]

    /// The largest number of content codings of one body. Each coding needs memory, and multiplies the size to which a
    /// few bytes can expand.
    static let maximumCodings = 5

    /// The number of pieces that one call decodes: 4 MiB, some milliseconds of work.
    private static let piecesAtATime = 64

    /// Returns `nil` if the body has no content coding, or an unknown one. Such a body is delivered as received.
    ///
    /// - Parameter fields: The values of `Content-Encoding`.
    /// - Throws: `TernError` with code `.malformedResponse` if there are more than ``maximumCodings``.
    package init?(contentEncoding fields: [String]) throws(TernError) {
        let names = Self.names(of: fields)
        guard names.count <= Self.maximumCodings else {
            let reason = "The body has \(names.count) content codings. Tern decodes \(Self.maximumCodings) at most."
            throw TernError(.malformedResponse, reason: reason)
        }
        let codings = names.compactMap { ContentCoding($0) }
        guard !codings.isEmpty, codings.count == names.count else { return nil }
        // The field lists codings in the order in which they were applied.
        stages = codings.reversed().map(DecodingStage.init)
    }

    /// The names of the codings, without `identity`.
    static func names(of fields: [String]) -> [Substring] {
        fields.flatMap { $0.parts(at: ", \t") }.filter { $0.lowercased() != "identity" }
    }

    /// Appends received bytes to the bytes that are not decoded yet.
    package func take(_ bytes: UnsafeRawBufferPointer) {
        stages.first?.take(bytes)
    }

    /// Decodes the received bytes, up to a limit per call. Call this method again while ``hasMore`` is `true`.
    ///
    /// The limit exists because a few bytes can expand to terabytes, and because other input takes long to decode and
    /// has no output.
    ///
    /// - Parameter use: Receives a decoded piece, which is valid during the call only. Returns `false` to stop.
    /// - Throws: `TernError` with code `.malformedResponse`, after `use` has received all pieces before the error.
    package func deliver(to use: (UnsafeRawBufferPointer) -> Bool) throws(TernError) {
        hasMore = false
        for _ in 0..<Self.piecesAtATime {
            guard let piece = try next(of: stages[...]) else { return }
            guard piece.isEmpty || use(piece) else { break }
        }
        hasMore = true
    }

    /// - Throws: `TernError` with code `.malformedResponse` if the body isn't complete. An empty body is complete.
    package func finish() throws(TernError) {
        for stage in stages { try stage.finish() }
    }

    /// - Returns: The next decoded piece. Empty if a limited amount of work produced no output; `nil` if more input
    ///   is needed.
    private func next(of stages: ArraySlice<DecodingStage>) throws(TernError) -> UnsafeRawBufferPointer? {
        guard let stage = stages.last else { return nil }
        if let piece = try stage.next() { return piece }
        guard let input = try next(of: stages.dropLast()) else { return nil }
        stage.take(input)
        return try stage.next() ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
}

extension ContentDecoder {
    /// Whether a response with these fields has content codings, all of which are known.
    package static func decodes(_ headers: HTTPHeaders) -> Bool {
        let codings = names(of: headers.values(for: "Content-Encoding"))
        return !codings.isEmpty && codings.allSatisfy { ContentCoding($0) != nil }
    }

    /// Decodes a whole body in memory.
    ///
    /// - Parameters:
    ///   - fields: The values of `Content-Encoding`.
    ///   - limit: The largest result in bytes.
    /// - Returns: The body itself if it has no content coding. `nil` if a coding is unknown, or its library isn't
    ///   installed.
    /// - Throws: `TernError` with code `.malformedResponse` if the body is malformed or truncated, and with code
    ///   `.bodyTooLarge` if the result exceeds the limit.
    package static func decode(
        _ body: Data,
        contentEncoding fields: [String],
        limit: Int
    ) throws(TernError) -> Data? {
        guard !names(of: fields).isEmpty else { return body }
        guard let decoder = try ContentDecoder(contentEncoding: fields) else { return nil }
        body.withUnsafeBytes { decoder.take($0) }
        var output = Data()
        repeat {
            try decoder.deliver { piece in
                output.append(contentsOf: piece)
                return output.count <= limit
            }
            guard output.count <= limit else {
                throw TernError(.bodyTooLarge, reason: "The decoded body is larger than \(limit) bytes.")
            }
        } while decoder.hasMore
        try decoder.finish()
        return output
    }
}
