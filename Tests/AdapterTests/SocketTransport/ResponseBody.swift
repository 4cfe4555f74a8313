import Foundation
import Tern

/// The body of a response as it is read from the connection, once.
struct ResponseBody: AsyncSequence, Sendable {
    /// The values that are known at the end of the body.
    struct End: Sendable {
        var trailers: HTTPHeaders = [:]
        var metrics: Response.Metrics?
    }

    let end = Guarded(End())
    private let iterator: Iterator

    /// - Parameter allowsReuse: Whether the connection can be used again after the body.
    init(_ reader: ResponseReader, of exchange: Exchange, allowsReuse: Bool) {
        iterator = Iterator(reader: reader, exchange: exchange, end: end, allowsReuse: allowsReuse)
    }

    func makeAsyncIterator() -> Iterator { iterator }

    /// The body for a response that is streamed, or written to a file by Tern.
    var stream: BodyStream {
        BodyStream(self, trailers: { [end] in end.withLock(\.trailers) }, metrics: { [end] in end.withLock(\.metrics) })
    }

    struct Iterator: AsyncIteratorProtocol, Sendable {
        private var reader: ResponseReader
        /// `nil` after the end. Releasing this before the end closes the connection.
        private var exchange: Exchange?
        private let end: Guarded<End>
        private let allowsReuse: Bool

        fileprivate init(reader: ResponseReader, exchange: Exchange, end: Guarded<End>, allowsReuse: Bool) {
            self.reader = reader
            self.exchange = exchange
            self.end = end
            self.allowsReuse = allowsReuse
        }

        mutating func next() async throws -> Data? {
            guard let exchange else { return nil }
            do {
                if let piece = try await reader.piece() {
                    exchange.receive(piece)
                    return piece
                }
            } catch {
                self.exchange = nil
                throw exchange.failure(for: error, hasResponse: true)
            }
            let metrics = exchange.metrics(firstByte: reader.firstByte)
            end.withLock { $0 = End(trailers: reader.trailers, metrics: metrics) }
            self.exchange = nil
            await exchange.finish(allowsReuse: allowsReuse && !reader.hasExcess)
            return nil
        }
    }
}
