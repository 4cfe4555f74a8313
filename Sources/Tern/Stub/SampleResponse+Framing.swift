import Foundation

extension SampleResponse {
    /// This message as a client receives it from a server: with the number of bytes that `Content-Length` announces
    /// (RFC 9112, section 6.3), and without its content codings (RFC 9110, section 8.4).
    ///
    /// A body that is shorter than announced ends with a lost connection, and one that can't be decoded with the error
    /// of the decoder.
    func received(by request: Request) -> SampleResponse {
        guard !parts.headers.isEmpty, parts.wireSettings == nil, !parts.isDecoded else { return self }
        var message = self
        if let length = parts.announcedLength { message.parts.cut(to: length) }
        if request.decoding == .automatic, parts.headers.contains("Content-Encoding") {
            message.parts.removeCodings(limit: request.delivery.isCollected ? request.bodyLimit : .max)
        }
        return message
    }
}

extension SampleResponse.Parts {

    /// `nil` if the length isn't announced, or not by a valid number.
    fileprivate var announcedLength: Int? {
        guard headers.contains("Content-Length"), !headers.contains("Transfer-Encoding") else { return nil }
        let lengths = headers.values(for: "Content-Length")
        return lengths.count == 1 ? FieldLine.number(lengths[0]) : nil
    }

    fileprivate mutating func cut(to length: Int) {
        var rest = length
        chunks = chunks.compactMap { chunk in
            let count = min(rest, chunk.count)
            rest -= count
            return count == 0 ? nil : chunk.piece(0..<count)
        }
        if rest > 0 {
            loss = loss ?? Loss(receivedBytes: length - rest, error: URLError(.networkConnectionLost))
        } else if let lost = loss, lost.receivedBytes >= length {
            loss = nil
        }
    }

    fileprivate mutating func removeCodings(limit: Int) {
        var received: [Data] = []
        var count = 0
        do throws(TernError) {
            let codings = headers.values(for: "Content-Encoding")
            // A client doesn't decode a body with an unknown coding.
            guard let decoder = try ContentDecoder(contentEncoding: codings) else { return }
            for case .chunk(let chunk) in steps where count <= limit {
                chunk.withUnsafeBytes { decoder.take($0) }
                var piece = Data()
                repeat {
                    try decoder.deliver { bytes in
                        piece.append(contentsOf: bytes)
                        return count + piece.count <= limit
                    }
                } while decoder.hasMore && count + piece.count <= limit
                if !piece.isEmpty { received.append(piece) }
                count += piece.count
            }
            if let lost = loss {
                loss = Loss(receivedBytes: count, error: lost.error)
            } else if count <= limit {
                try decoder.finish()
            }
        } catch {
            let advice = "Encode the body of the sample, or remove its Content-Encoding."
            let error = TernError(error.code, reason: error.reason, advice: advice)
            loss = Loss(receivedBytes: count, error: error)
        }
        chunks = received
        isDecoded = true
    }
}
