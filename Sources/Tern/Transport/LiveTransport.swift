/// A transport with what Tern does above every transport: redirects, and repetitions after lost connections.
///
/// A class, since each call passes it through several stages.
final class LiveTransport: Transport {
    private let redirects: RedirectFollowing<ConnectionRecovery>

    init(_ transport: any Transport) {
        redirects = RedirectFollowing(next: ConnectionRecovery(next: transport), policy: transport.redirectPolicy)
    }

    func send(_ request: Request) async throws -> Response {
        try await redirects.send(request)
    }
}
