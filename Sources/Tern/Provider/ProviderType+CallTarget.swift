import Foundation

// The methods that take a case of an enum, for the calls of a `CallTarget`.
extension ProviderType where Target: CallTarget {
    /// The response to a call's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func request<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await response(to: call.target, options: options)
    }

    /// Sends a call's request and passes the response to a closure, which is called as that of
    /// ``request(_:options:completion:)-(Self.Target,_,_)``.
    @discardableResult
    public func request<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        @_inheritActorContext completion: @escaping @Sendable @isolated(any) (Result<Response, TernError>) -> Void
    ) -> CallHandle {
        request(call.target, options: options, completion: completion)
    }

    /// Downloads the body of the response into a file. It is the ``download(_:to:options:)-(Self.Target,URL,_)`` of a call.
    public func download<Value>(
        _ call: Call<Target, Value>,
        to file: URL,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await download(call.target, to: file, options: options)
    }

    /// Downloads the body of the response into a file, or into a directory in which the server names the file. It is
    /// the ``download(_:to:options:)-(Self.Target,Request.DownloadDestination,_)`` of a call.
    public func download<Value>(
        _ call: Call<Target, Value>,
        to destination: Request.DownloadDestination,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await download(call.target, to: destination, options: options)
    }

    /// The response to a call's request as soon as its head has arrived, with the body as a stream. It is
    /// the ``stream(_:options:)-(Self.Target,_)`` of a call.
    public func stream<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ResponseStream {
        try await stream(call.target, options: options)
    }

    /// The server-sent events of a call, over as many connections as needed. It is the
    /// ``events(_:options:resumingWith:reconnecting:limit:)-(Self.Target,_,_,_,_)`` of a call.
    public func events<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        resumingWith resumption: Target? = nil,
        reconnecting policy: Reconnection = Reconnection(),
        limit: Int = ResponseStream.defaultLimit
    ) -> StreamElements<ServerSentEvent> {
        events(call.target, options: options, resumingWith: resumption, reconnecting: policy, limit: limit)
    }
}
