import Foundation

extension RequestBody {
    /// This body in the content coding gzip (RFC 9110, section 8.4.1.3).
    ///
    /// The result of a body in memory is in memory, so its length is known. Other bodies are compressed while they are
    /// sent. The result is replayable if this body is.
    ///
    /// - Returns: `nil` for a body in memory that wouldn't be smaller.
    /// - Throws: `TernError` with code `.encodingFailed` if the system has no zlib, or not enough memory.
    func gzipped() throws(TernError) -> RequestBody? {
        if let data { return try Self.gzipped(data).map { .data($0, contentType: contentType) } }
        // Fails before the request is sent, not within its body.
        try GzipEncoder.check()
        let write: Writer = { send in
            let encoder = try GzipEncoder()
            try await forEachChunk { chunk in
                for piece in chunk.pieces(of: GzipEncoder.pieceBytes) {
                    let output = try encoder.encode(piece)
                    if !output.isEmpty { try await send(output) }
                }
            }
            try await send(encoder.encode(Data(), isLast: true))
        }
        return RequestBody(
            length: nil,
            isReplayable: isReplayable,
            contentType: contentType,
            source: .stream(write),
            use: use,
            secrets: secrets
        )
    }

    // MARK: - Private

    /// - Returns: `nil` if the result wouldn't be smaller.
    private static func gzipped(_ data: Data) throws(TernError) -> Data? {
        let encoder = try GzipEncoder()
        var output = Data()
        for piece in data.pieces(of: GzipEncoder.pieceBytes) {
            output += try encoder.encode(piece)
            if output.count >= data.count { return nil }
        }
        output += try encoder.encode(Data(), isLast: true)
        return output.count < data.count ? output : nil
    }
}

extension Data {
    /// The data in parts of `count` bytes. The last part may be shorter.
    fileprivate func pieces(of count: Int) -> some Sequence<Data> {
        stride(from: startIndex, to: endIndex, by: count)
            .lazy.map { self[$0..<Swift.min($0 + count, self.endIndex)] }
    }
}
