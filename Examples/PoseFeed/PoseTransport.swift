import Foundation
import Tern

/// Sends the requests for ``PoseAPI`` to the server inside this program. Without a server, there is no network.
struct PoseTransport: Transport {
    let server: URL?
    private let transport = PlatformTransport.platform

    init(server: URL?) {
        self.server = server
    }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        guard let server, var url = URLComponents(url: request.url, resolvingAgainstBaseURL: false) else {
            throw URLError(.notConnectedToInternet)
        }
        (url.scheme, url.host, url.port) = (server.scheme, server.host, server.port)
        guard let url = url.url else { throw URLError(.badURL) }
        var request = request
        request.url = url
        return try await transport.send(request, hop: hop)
    }
}
