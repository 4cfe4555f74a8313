import Foundation

extension ContentDecoder {
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
