import Foundation
import Tern

/// The body of a stored response, as the engine delivered it.
enum StoredBody: Sendable {
    case data(Data)
    /// A body that is too long for the memory. It is read from the disk piece by piece.
    case entry(DiskEntry)

    var count: Int {
        switch self {
        case .data(let data): data.count
        case .entry(let entry): entry.bodyBytes
        }
    }

    /// A part of the body as that of a response.
    ///
    /// - Parameters:
    ///   - range: Within ``count``.
    ///   - trailers: The fields after the body.
    ///   - progress: Receives the number of bytes that have been read.
    func part(
        _ range: Range<Int>,
        trailers: HTTPHeaders,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) -> Response.Body {
        let total = Int64(range.count)
        switch self {
        case .data(let data):
            if total > 0 { progress?(TransferProgress(receivedBytes: total, expectedReceivedBytes: total)) }
            return .data(range.count == data.count ? data : Data(data.dropFirst(range.lowerBound).prefix(range.count)))
        case .entry(let entry):
            let received = Guarded<Int64>(0)
            return .stream(
                BodyStream(entry.blocks(range), trailers: { trailers }).transformed { piece in
                    let bytes = received.withLock { received in
                        received += Int64(piece.count)
                        return received
                    }
                    progress?(TransferProgress(receivedBytes: bytes, expectedReceivedBytes: total))
                    return piece
                }
            )
        }
    }
}
