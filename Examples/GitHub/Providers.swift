import Foundation
import Tern
import TernPlugins
import TernTesting

extension Provider where Target == GitHub {
    /// A provider for a real server.
    ///
    /// - Parameter token: The token, which is sent with requests whose route requires it.
    static func live(baseURL: URL = GitHub.base, token: String? = nil) -> Provider {
        Provider(
            endpointClosure: { Endpoint($0, baseURL: baseURL) },
            plugins: token.map { token in [AuthorizationPlugin(.token(token), trustedOrigins: [baseURL])] } ?? []
        )
    }

    /// A provider with stubbed responses, without any network.
    static func stubbed() -> Provider {
        Provider(
            endpointClosure: { target in
                switch target {
                case .user(Samples.missingLogin):
                    Endpoint(target).responding(.networkResponse(404, Samples.notFound))
                default:
                    Endpoint(target)
                }
            },
            stubClosure: Provider.immediatelyStub
        )
    }
}

extension LoopbackServer {
    /// A local server that responds with the samples over real sockets.
    static func gitHub() throws -> LoopbackServer {
        try LoopbackServer(
            routes: [
                "GET /users/octocat": .json(Samples.user),
                "GET /users/octocat/repos?sort=updated&per_page=3": .json(Samples.repositories),
                "GET /users/no--such--user": .json(Samples.notFound, status: 404),
            ],
            handlers: [
                "POST /repos/octocat/Hello-World/issues": { request in
                    let draft = try? JSONDecoder().decode(IssueDraft.self, from: request.body)
                    guard draft == Samples.draft else { return .json(Samples.validationFailed, status: 422) }
                    return .json(Samples.issue, status: 201)
                }
            ]
        )
    }
}
