import Foundation

/// Reads the server-sent events of a target for one loop, over as many connections as needed.
/// `provider.events(_:)` documents the rules.
final class EventConnections {
    /// The request of a connection.
    struct Link: Sendable {
        let target: any TargetType
        let method: HTTPMethod
        /// Sends the request with these further header fields.
        let connect: @Sendable (HTTPHeaders) async throws(TernError) -> ResponseStream
    }

    /// What the connections of each loop have in common.
    struct Source: Sendable {
        let first: Link
        /// The request that continues the stream after an event with an ID. `nil` for the first request.
        let resumption: Link?
        let reconnection: Reconnection
        let clock: any Clock<Duration>
        let limit: Int
    }

    private let source: Source
    private var link: Link
    private var isResuming = false
    private var events: EventReader?
    private var isOver = false
    /// The number of connections without an event since the last event.
    private var failures = 0
    /// The time that the server has set. `nil` if it has set no time.
    private var reconnectionTime: Duration?

    private var lastEventID = ""
    /// The `Idempotency-Key` of the last request, which a plugin may have set.
    private var idempotencyKey: String?
    /// Whether the last request can be sent again without a second effect.
    private var isRepeatable = false

    init(_ source: Source) {
        self.source = source
        link = source.first
    }

    /// The head of the current response. `nil` without a connection.
    var head: Response? { events?.head }

    /// The next event. `nil` after status 204, and if the server has ended the last connection that
    /// ``Reconnection/maximumFailures`` allows.
    func next() async throws(TernError) -> ServerSentEvent? {
        while !isOver {
            var loss: TernError?
            do throws(TernError) {
                if let event = try await nextOfConnection() { return event }
            } catch {
                if events == nil { note(error.request) }
                isOver = !Reconnection.isPossible(after: error, isInBody: events != nil)
                loss = error
            }
            disconnect()
            if isOver, let loss { throw loss }
            if !isOver { try await reconnect(after: loss) }
        }
        return nil
    }

    // MARK: - Private

    private func nextOfConnection() async throws(TernError) -> ServerSentEvent? {
        if events == nil {
            // White space around a field's value isn't a part of the value (RFC 9110, section 5.5).
            let id = lastEventID.trimmingCharacters(in: [" ", "\t"])
            var headers: HTTPHeaders = id.isEmpty ? [:] : ["Last-Event-ID": id]
            headers["Idempotency-Key"] = idempotencyKey
            failures += 1
            let stream = try await link.connect(headers)
            note(stream.response.request)
            if stream.response.statusCode == 204 { isOver = true }
            events = EventReader(stream, limit: source.limit, lastEventID: lastEventID)
        }
        guard let event = try await events?.next() else { return nil }
        failures = 0
        return event
    }

    /// Notes whether a request that was sent can be sent again. A redirect may have changed its method.
    private func note(_ request: Request?) {
        idempotencyKey = request?.headers["Idempotency-Key"] ?? idempotencyKey
        let isIdempotent = link.method.isIdempotent && request?.method.isIdempotent ?? true
        isRepeatable = isIdempotent || idempotencyKey != nil
    }

    /// Closes the connection, and keeps the last event ID and the reconnection time.
    private func disconnect() {
        if let parser = events?.parser {
            lastEventID = parser.lastEventID
            reconnectionTime = parser.reconnectionTime ?? reconnectionTime
        }
        events = nil
    }

    private func reconnect(after error: TernError?) async throws(TernError) {
        if !isResuming, !lastEventID.isEmpty, let resumption = source.resumption {
            // This request hasn't been sent before.
            (link, isResuming, isRepeatable, idempotencyKey) = (resumption, true, true, nil)
        }
        let mayRepeat = isRepeatable || source.reconnection.repeatsNonIdempotentRequests
        guard mayRepeat, failures < source.reconnection.maximumFailures ?? .max else {
            isOver = true
            if let error { throw error }
            return
        }
        let delay = source.reconnection.delay(serverTime: reconnectionTime, failures: failures)
        source.reconnection.willReconnect?(Reconnection.Wait(delay: delay, failures: failures, error: error))
        do {
            try await Waiting.wait(for: delay, on: source.clock)
        } catch {
            isOver = true
            throw TernError.wrapping(error, thrownBy: .transport).about(target: link.target)
        }
    }
}
