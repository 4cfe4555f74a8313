import Foundation

extension ProviderType {
    /// The response to a target's request as soon as its head has arrived, with the body as a stream.
    ///
    /// ```swift
    /// let log = try await github.stream(.log)
    /// for try await line in log.lines() { print(line) }
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

    /// The values of a call whose response is a stream.
    ///
    /// A body of type `text/event-stream` has a value in the data of each event, unless the data is empty. A body of
    /// type `application/json-seq` (RFC 7464) has a value after each record separator, up to LF, and any other body has a
    /// value in each line (JSON Lines). A value of type `String` or `Data` is the event's data or the line itself, without
    /// decoding. Events and lines have at most 1 MiB.
    ///
    /// The request has an `Accept` field with these media types, unless the target, the endpoint closure or the options
    /// set the field.
    ///
    /// ```swift
    /// extension Call<Market, Price> {
    ///     static func prices(of symbol: String) -> Self { .init(.prices(symbol)) }
    /// }
    ///
    /// for try await price in try await market.values(.prices(of: "TRN")) { show(price) }
    /// ```
    ///
    /// The loop throws `TernError` as well, see ``ValueStream``: the `error` of a plain `catch` after it needs no cast.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func values<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ValueStream<Value> {
        let stream = try await stream(call.target, options: options.accepting(ValueStream<Value>.acceptedTypes))
        return ValueStream(.init(stream)) { [decoder] response throws(TernError) in
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
        let stream = try await stream(call.target, options: options.accepting(ValueStream<Value>.acceptedTypes))
        return ValueStream(.init(stream)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The values of a call whose response has server-sent events, over as many connections as needed. See
    /// ``events(_:options:resumingWith:reconnecting:limit:)-(Self.Target,_,_,_,_)``, also for the parameters.
    public func values<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        resumingWith resumption: Target? = nil,
        reconnecting policy: Reconnection,
        limit: Int = ResponseStream.defaultLimit
    ) -> ValueStream<Value> {
        let connections = connections(to: call.target, resumption, options, policy, limit)
        return ValueStream(.connections(connections)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The values of a call that creates each value with a closure, from server-sent events over as many connections as
    /// needed. The closure receives a response whose body is the data of one event, which isn't empty.
    public func values<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        resumingWith resumption: Target? = nil,
        reconnecting policy: Reconnection,
        limit: Int = ResponseStream.defaultLimit
    ) -> ValueStream<Value> {
        let connections = connections(to: call.target, resumption, options, policy, limit)
        return ValueStream(.connections(connections)) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The server-sent events of a target, over as many connections as needed (WHATWG HTML, section 9.2).
    ///
    /// ```swift
    /// for try await event in market.events(.ticker) { show(event.data) }
    /// ```
    ///
    /// Each loop has its own connection. The request is sent when the loop waits for its first event. After the end of a
    /// response, the sequence waits on the provider's clock and connects again, with the last event ID as
    /// `Last-Event-ID`. It does the same after an error with one of these codes: `.connectionLost`,
    /// `.connectionRefused`, `.hostNotFound`, `.notConnected` and `.timedOut`, and after `.transportFailed` with an
    /// underlying error within a body: with `URLSessionTransport` on Linux, a lost connection can have this code.
    ///
    /// A request that isn't idempotent, such as a POST, isn't sent again, since the server may have processed it: its
    /// sequence ends with its first connection. With an `Idempotency-Key` field it is sent again, each time with the same
    /// key. ``Reconnection/repeatsNonIdempotentRequests`` sends any request again. If the server continues the stream
    /// of a POST in the response to another request, give its case as `resumption`:
    ///
    /// ```swift
    /// for try await event in mcp.events(.call(tool), resumingWith: .listen) { show(event.data) }
    /// ```
    ///
    /// Status 204 ends the sequence without an error. Every other error ends the sequence: for example a status that the
    /// target's validation doesn't accept, `.unacceptableMediaType` for a `Content-Type` other than `text/event-stream`,
    /// and `.cancelled`. ``Reconnection/maximumFailures`` can end the sequence, too.
    ///
    /// Each loop throws `TernError`: the `error` of a plain `catch` after it needs no cast.
    ///
    /// The requests have `Accept: text/event-stream` and `Cache-Control: no-store`, unless the target, the endpoint
    /// closure or the options set these fields.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: The options of each connection. None by default.
    ///   - resumption: The case of every further connection after an event with an ID. `nil`, the default, for the
    ///     first case.
    ///   - policy: Which requests are sent again, and the time between connections: 3 s until the server sets another
    ///     time. It doubles after each connection without an event, up to 60 s.
    ///   - limit: The largest number of bytes in a line, and in the data of an event. 1 MiB by default.
    public func events(
        _ target: Target,
        options: CallOptions = CallOptions(),
        resumingWith resumption: Target? = nil,
        reconnecting policy: Reconnection = Reconnection(),
        limit: Int = ResponseStream.defaultLimit
    ) -> StreamElements<ServerSentEvent> {
        let connections = connections(to: target, resumption, options, policy, limit)
        return StreamElements { EventConnections(connections).next }
    }

    private func connections(
        to target: Target,
        _ resumption: Target?,
        _ options: CallOptions,
        _ policy: Reconnection,
        _ limit: Int
    ) -> EventConnections.Source {
        var options = options.accepting("text/event-stream")
        options.fallbackHeaders["Cache-Control"] = "no-store"
        let link = { [options] (target: Target) in
            EventConnections.Link(target: target, method: target._resolvedRoute.parts.method) {
                headers throws(TernError) in
                var options = options
                for field in headers { options.headers[field.name] = field.value }
                return try await stream(target, options: options)
            }
        }
        return EventConnections.Source(
            first: link(target),
            resumption: resumption.map(link),
            reconnection: policy,
            clock: clock,
            limit: limit
        )
    }
}

extension CallOptions {
    /// These options for a stream of these media types.
    fileprivate func accepting(_ mediaTypes: String) -> CallOptions {
        var options = self
        options.fallbackHeaders["Accept"] = mediaTypes
        return options
    }
}
