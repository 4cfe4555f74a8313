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

    /// Downloads the body of the response into a file. See ``download(_:to:options:)-(Target,URL,_)``.
    public func download<Value>(
        _ call: Call<Target, Value>,
        to file: URL,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await download(call.target, to: file, options: options)
    }

    /// Downloads the body of the response into a file, or into a directory in which the server names the file. See
    /// ``download(_:to:options:)-(Target,Request.DownloadDestination,_)``.
    public func download<Value>(
        _ call: Call<Target, Value>,
        to destination: Request.DownloadDestination,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await download(call.target, to: destination, options: options)
    }

    /// The response to a call's request as soon as its head has arrived, with the body as a stream. See
    /// ``stream(_:options:)-(Target,_)``.
    public func stream<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> ResponseStream {
        try await stream(call.target, options: options)
    }

    /// The server-sent events of a call, over as many connections as needed. See
    /// ``events(_:options:resumingWith:reconnecting:limit:)-(Target,_,_,_,_)``.
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
