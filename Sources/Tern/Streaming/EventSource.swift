import Foundation

/// The server-sent events of a target, over as many connections as needed (WHATWG HTML, section 9.2).
/// `provider.events(_:)` creates this sequence.
///
/// Each loop has its own connection, which is opened when the loop waits for its first event. Leaving the loop,
/// releasing its iterator, or cancelling the task closes the connection.
///
/// The sequence connects again after the end of a response, and after an error with one of these codes:
/// `.connectionLost`, `.connectionRefused`, `.hostNotFound`, `.notConnected` and `.timedOut`. It also connects again
/// after `.transportFailed` with an underlying error within a body: with `URLSessionTransport` on Linux, a lost
/// connection can have this code. The request then has the last event ID as `Last-Event-ID`.
///
/// A request that isn't idempotent, such as a POST, isn't sent again, since the server may have processed it: its
/// sequence ends with its first connection. With an `Idempotency-Key` field it is sent again, each time with the same
/// key. ``Reconnection/repeatsNonIdempotentRequests`` sends any request again.
///
/// Status 204 ends the sequence without an error. Every other error ends the sequence: for example a status that the
/// target's validation doesn't accept, `.unacceptableMediaType` for a `Content-Type` other than `text/event-stream`,
/// and `.cancelled`. ``Reconnection/maximumFailures`` can end the sequence, too.
public struct EventSource: AsyncSequence, Sendable {
    /// Sends the request with these further header fields.
    let connect: @Sendable (HTTPHeaders) async throws(TernError) -> ResponseStream
    let target: any TargetType
    let reconnection: Reconnection
    let clock: any Clock<Duration>
    let limit: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(source: self)
    }

    /// Makes the connections of an event source, one after another, and reads their events.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: EventSource
        private var events: ServerSentEvents.Iterator?
        private var isOver = false
        /// The number of connections without an event since the last event.
        private var failures = 0
        private var delay: Duration

        private var lastEventID = ""
        /// The `Idempotency-Key` of the last request, which a plugin may have set.
        private var idempotencyKey: String?
        /// Whether the last request can be sent again without a second effect.
        private var isRepeatable = false

        init(source: EventSource) {
            self.source = source
            delay = source.reconnection.delay
        }

        /// The head of the current response. `nil` without a connection.
        var head: Response? { events?.reader.head }

        /// The next event. `nil` after status 204, and if the server has ended the last connection that
        /// ``Reconnection/maximumFailures`` allows.
        ///
        /// - Throws: `TernError`, as described in ``EventSource``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> ServerSentEvent? {
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

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> ServerSentEvent? {
            try await next()
        }

        private nonisolated(nonsending) mutating func nextOfConnection() async throws(TernError) -> ServerSentEvent? {
            if events == nil {
                var headers: HTTPHeaders = lastEventID.isEmpty ? [:] : ["Last-Event-ID": lastEventID]
                headers["Idempotency-Key"] = idempotencyKey
                failures += 1
                let stream = try await source.connect(headers)
                note(stream.response.request)
                if stream.response.statusCode == 204 { isOver = true }
                events = ServerSentEvents(stream: stream, limit: source.limit, lastEventID: lastEventID)
                    .makeAsyncIterator()
            }
            guard let event = try await events?.next() else { return nil }
            failures = 0
            return event
        }

        /// Notes whether a request that was sent can be sent again. A redirect may have changed its method.
        private mutating func note(_ request: Request?) {
            idempotencyKey = request?.headers["Idempotency-Key"] ?? idempotencyKey
            let isIdempotent = source.target.method.isIdempotent && request?.method.isIdempotent ?? true
            isRepeatable = isIdempotent || idempotencyKey != nil
        }

        /// Closes the connection, and keeps the last event ID and the reconnection time.
        private mutating func disconnect() {
            if let parser = events?.parser {
                lastEventID = parser.lastEventID
                delay = parser.reconnectionTime ?? delay
            }
            events = nil
        }

        private nonisolated(nonsending) mutating func reconnect(after error: TernError?) async throws(TernError) {
            let mayRepeat = isRepeatable || source.reconnection.repeatsNonIdempotentRequests
            guard mayRepeat, failures < source.reconnection.maximumFailures ?? .max else {
                isOver = true
                if let error { throw error }
                return
            }
            let delay = source.reconnection.delay(from: delay, failures: failures)
            source.reconnection.willReconnect?(Reconnection.Wait(delay: delay, failures: failures, error: error))
            do {
                try await Waiting.wait(for: delay, on: source.clock)
            } catch {
                isOver = true
                throw TernError.wrapping(error, thrownBy: .transport).about(target: source.target)
            }
        }
    }
}

extension EventSource: CustomReflectable {
    /// The name of the target, without its arguments.
    public var customMirror: Mirror {
        Mirror(self, children: ["target": targetName(of: target)], displayStyle: .struct)
    }
}

extension EventSource.Iterator: CustomReflectable {
    public var customMirror: Mirror { source.customMirror }
}
