import Foundation
import Tern

/// Stores the body of a response while it is read. What isn't read to its end isn't stored.
struct BodyCopy: Sendable {
    private let writer: any CacheWriter
    private let fill: Fill
    /// The length that the fields announce. `nil` if it isn't known.
    private let expectedBytes: Int64?
    private let receivedBytes = Guarded(Int64(0))

    init(_ writer: any CacheWriter, _ fill: Fill, expectedBytes: Int64?) {
        self.writer = writer
        self.fill = fill
        self.expectedBytes = expectedBytes
    }

    func append(_ piece: Data) async {
        receivedBytes.withLock { $0 += Int64(piece.count) }
        await writer.append(piece)
    }

    /// Stores the response, unless its body is shorter or longer than announced, which a transport may not notice.
    func finish(trailers: HTTPHeaders) async {
        if let expectedBytes, expectedBytes != receivedBytes.withLock(\.self) { return }
        fill.makeEarlierOnesVoid()
        await writer.commit(trailers: trailers, fill)
    }
}

extension Response {
    /// The length of the body, if the fields tell. The length of a body that was decoded isn't known.
    var announcedBytes: Int64? {
        guard !isDecoded, headers.hasIdentityCoding, !headers.contains("Transfer-Encoding"),
            let length = headers["Content-Length"]
        else { return nil }
        return Int64(length)
    }

    /// This response, whose body is stored while it is read.
    func copied(to copy: BodyCopy) async -> Response {
        switch body {
        case .data(let data):
            await copy.append(data)
            await copy.finish(trailers: trailers)
        case .file(let url):
            guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { break }
            await copy.append(data)
            await copy.finish(trailers: trailers)
        case .stream(let stream):
            var response = self
            response.body = .stream(
                stream.transformed { piece in
                    await copy.append(piece)
                    return piece
                } atEnd: { trailers in
                    await copy.finish(trailers: trailers)
                    return Data()
                }
            )
            return response
        @unknown default: break
        }
        return self
    }

    /// The largest part of a body that is read only so that its connection can be used again.
    private static let maximumDiscardedBytes = 64 * 1024

    /// Reads and discards the rest of the body, if it is short, so that the connection can be used again.
    func discardBody() async {
        guard let stream else { return }
        var bytes = 0
        // The response that replaces this one is there, whatever happens to its body.
        do {
            for try await piece in stream {
                bytes += piece.count
                if bytes > Self.maximumDiscardedBytes { return }
            }
        } catch {}
    }
}
