/// A transport with the stages that Tern adds to every transport: redirects, and repetitions after lost connections.
///
/// A class, since each call passes it through several stages by reference.
final class LiveTransport: Transport {
    private let redirects: RedirectFollowing<ConnectionRecovery>

    init(_ transport: any Transport) {
        redirects = RedirectFollowing(next: ConnectionRecovery(next: transport), policy: transport.redirects)
    }

    func send(_ request: Request) async throws -> Response {
        try await redirects.send(request)
    }
}
