import Foundation

extension ProviderType {
    /// The response to a target's request as soon as its head has arrived, with the body as a stream.
    ///
    /// ```swift
    /// let log = try await github.stream(.log)
    /// for try await line in log.lines { print(line) }
    /// ```
    ///
    /// The call's timeout includes the body.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`. The error for a response that the target's
    ///   validation doesn't accept contains the first MiB of its body.
    public func stream(
        _ target: Target,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ResponseStream {
        var options = options
        options.delivery = .streamed
        let response = try await response(to: target, options: options)
        do throws(TernError) {
            return try ResponseStream(response, decoder: decoder)
        } catch {
            throw error.about(target: target, request: response.request, attempts: response.attempts)
        }
    }

    /// The values of a call whose response is a stream: one for each server-sent event, or for each line of JSON Lines.
    ///
    /// ```swift
    /// extension Call where Target == Market, Value == Price {
    ///     static func prices(of symbol: String) -> Self { .init(.prices(symbol)) }
    /// }
    ///
    /// for try await price in try await market.values(.prices(of: "TRN")) { show(price) }
    /// ```
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func values<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ValueStream<Value> {
        let stream = try await stream(call.target, options: options)
        return ValueStream(source: .response(stream)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The values of a call that creates each value with a closure. The closure receives a response whose body is the
    /// data of one event, or one line.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func values<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ValueStream<Value> {
        let stream = try await stream(call.target, options: options)
        return ValueStream(source: .response(stream)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The values of a call whose response has server-sent events, over as many connections as needed. See
    /// ``events(_:options:reconnecting:limit:)``, also for the parameters.
    public func values<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        reconnecting policy: Reconnection,
        limit: Int = ResponseStream.defaultLimit
    ) -> ValueStream<Value> {
        let events = events(call.target, options: options, reconnecting: policy, limit: limit)
        return ValueStream(source: .connections(events)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The values of a call that creates each value with a closure, from server-sent events over as many connections as
    /// needed. The closure receives a response whose body is the data of one event.
    public func values<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        reconnecting policy: Reconnection,
        limit: Int = ResponseStream.defaultLimit
    ) -> ValueStream<Value> {
        let events = events(call.target, options: options, reconnecting: policy, limit: limit)
        return ValueStream(source: .connections(events)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The server-sent events of a target, over as many connections as needed (WHATWG HTML, section 9.2).
    ///
    /// ```swift
    /// for try await event in market.events(.ticker) { show(event.data) }
    /// ```
    ///
    /// The request is sent when the loop waits for its first event. After a lost connection, a timeout, and the end of
    /// a response, the sequence waits on the provider's clock and connects again, with the last event ID as
    /// `Last-Event-ID`. A request that isn't idempotent, such as a POST, is sent once, unless it has an
    /// `Idempotency-Key`, or the policy says so. See ``EventSource`` for the errors that end the sequence.
    ///
    /// The requests have `Accept: text/event-stream` and `Cache-Control: no-store`, unless the target or the options
    /// set these fields.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: The options of each connection. None by default.
    ///   - policy: Which requests are sent again, and the time between connections: 3 s until the server sets another
    ///     time. It doubles after each connection without an event, up to 60 s.
    ///   - limit: The largest number of bytes in a line, and in the data of an event. 1 MiB by default.
    public func events(
        _ target: Target,
        options: CallOptions = CallOptions(),
        reconnecting policy: Reconnection = Reconnection(),
        limit: Int = ResponseStream.defaultLimit
    ) -> EventSource {
        var options = options
        for (name, value) in [("Accept", "text/event-stream"), ("Cache-Control", "no-store")] {
            let isSet = options.headers.contains(name) || target.headers.contains(name)
            if !isSet { options.headers[name] = value }
        }
        let connect: @Sendable (HTTPHeaders) async throws(TernError) -> ResponseStream = {
            [options] headers throws(TernError) in
            var options = options
            for field in headers { options.headers[field.name] = field.value }
            return try await stream(target, options: options)
        }
        return EventSource(
            connect: connect,
            target: target,
            reconnection: policy,
            clock: clock,
            limit: limit
        )
    }
}
