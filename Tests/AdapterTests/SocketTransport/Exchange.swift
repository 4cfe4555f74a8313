import Foundation
import Tern

/// One request and its response on one connection. The connection is closed if the exchange is dropped before its end.
final class Exchange: Sendable {
    private let request: Request
    private let lease: Connection.Lease
    private let pool: ConnectionPool
    private let start: ContinuousClock.Instant
    private let idleTime: Duration
    private let tracker: ProgressTracker
    private let upload: Upload

    /// Sends the head of a request, and begins to send its body.
    init(
        _ request: Request,
        on lease: Connection.Lease,
        of pool: ConnectionPool,
        since start: ContinuousClock.Instant,
        idleTime: Duration,
        _ tracker: ProgressTracker
    ) async throws {
        self.request = request
        self.lease = lease
        self.pool = pool
        self.start = start
        self.idleTime = idleTime
        self.tracker = tracker
        let socket = lease.connection.socket
        let head = RequestHead(request, to: lease.connection.origin)
        let formerBytes = socket.sentBytes
        do {
            try await socket.send(head.bytes, idleTime: idleTime)
        } catch let error as SystemError {
            let isSent = socket.sentBytes > formerBytes
            throw ConnectionLoss(
                Self.lost(error),
                mayBeProcessed: isSent,
                isSent: isSent,
                isConnectionReused: lease.isReused,
                isBodyReplayable: true
            )
        }
        upload = Upload(request.body, head.framing, on: socket, idleTime: idleTime, tracker)
    }

    /// The response, with a body in memory if the request requires it, or else with a body that is read as it arrives.
    func response() async throws -> Response {
        var reader = ResponseReader(lease.connection.socket, idleTime: idleTime)
        let head: ResponseHead
        do { head = try await reader.head() } catch {
            throw failure(for: error, hasResponse: reader.hasBegun)
        }
        let framing = try BodyFraming(head, to: request)
        reader.begin(framing.kind)
        if case .length(let length) = framing.kind { tracker.expectReceived(length) }
        let body = ResponseBody(reader, of: self, allowsReuse: framing.allowsReuse)
        var response = Response(
            statusCode: head.statusCode,
            headers: head.headers,
            body: .stream(body.stream),
            metrics: metrics(firstByte: reader.firstByte)
        )
        // Tern reads the body of a redirect itself, so the limit doesn't apply.
        guard request.delivery.isCollected, !(300..<400).contains(head.statusCode) else { return response }
        if case .length(let length) = framing.kind { try checkLimit(length) }
        response.body = .data(try await collect(body))
        response.trailers = body.end.withLock(\.trailers)
        response.metrics = body.end.withLock(\.metrics)
        return response
    }

    /// The metrics of the exchange so far.
    func metrics(firstByte: ContinuousClock.Instant?) -> Response.Metrics {
        let progress = tracker.progress
        return Response.Metrics(
            nameLookup: lease.nameLookup,
            connect: lease.connect,
            firstByte: firstByte.map { start.duration(to: $0) },
            total: start.duration(to: .now),
            sentBodyBytes: progress.sentBytes,
            receivedBodyBytes: progress.receivedBytes,
            protocolName: "http/1.1",
            remoteAddress: lease.connection.address.host,
            remotePort: Int(lease.connection.origin.port),
            isConnectionReused: lease.isReused
        )
    }

    func receive(_ piece: Data) {
        tracker.receive(piece.count)
    }

    /// Ends the exchange after the whole response.
    ///
    /// - Parameter allowsReuse: Whether the connection can be reused after the response.
    func finish(allowsReuse: Bool) async {
        if allowsReuse, upload.isComplete { pool.keep(lease.connection) }
        await tracker.finish()
    }

    /// The error to throw when the response can't be read.
    ///
    /// - Parameter hasResponse: Whether a part of the response has arrived.
    func failure(for error: any Error, hasResponse: Bool) -> any Error {
        guard let ended = error as? ResponseReader.ConnectionEnded else { return error }
        if let failure = upload.failure { return failure }
        if hasResponse { return Self.lost(ended.underlying) }
        return ConnectionLoss(
            Self.lost(ended.underlying),
            isConnectionReused: lease.isReused,
            isBodyReplayable: request.body?.isReplayable ?? true
        )
    }

    // MARK: - Private

    private func collect(_ body: ResponseBody) async throws -> Data {
        var data = Data()
        var iterator = body.makeAsyncIterator()
        while let piece = try await iterator.next() {
            try checkLimit(Int64(data.count + piece.count))
            data.append(piece)
        }
        return data
    }

    private func checkLimit(_ bytes: Int64) throws {
        guard bytes > request.bodyLimit else { return }
        throw TernError(.bodyTooLarge, reason: "The body is larger than the limit of \(request.bodyLimit) bytes.")
    }

    private static func lost(_ error: SystemError?) -> TernError {
        let reason = error.map { "The connection was lost: \($0)." } ?? "The server closed the connection."
        return TernError(.connectionLost, reason: reason, underlying: error)
    }
}
