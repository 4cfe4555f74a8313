/// Sends a request to the stub if the call is stubbed, or else to the network.
struct StubChoice: Transport {
    /// `nil` for a call that isn't stubbed.
    let stub: StubTransport?
    let live: LiveTransport

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        request.observe?(.sent(request))
        if let stub { return try await stub.send(request) }
        return try await live.send(request)
    }
}
