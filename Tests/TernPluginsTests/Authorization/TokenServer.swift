import Foundation
import Tern
import TernPlugins
import TestDoubles

/// A server that accepts one token at a time, and issues new ones: "1", "2" and so on.
final class TokenServer: Transport {
    struct State {
        var accepted = "1"
        var issued = 0
        var tokens: [String?] = []
    }

    let state = Watched(State())
    let clock: (any Clock<Duration>)?

    /// - Parameter clock: The clock on which each response and each refresh takes 1 s. `nil` for no time.
    init(clock: (any Clock<Duration>)? = nil) {
        self.clock = clock
    }

    func provider(_ authorization: RefreshingAuthorizationPlugin, clock: any Clock<Duration>) -> Provider<OpenTarget> {
        Provider(transport: self, plugins: [authorization], clock: clock)
    }

    /// The number of refreshes.
    var refreshes: Int { state.value.issued }

    /// The tokens of all requests, without the name of the scheme.
    var tokens: [String?] { state.value.tokens }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        let token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
        state.update { $0.tokens.append(token) }
        try await clock?.sleep(for: .seconds(1))
        return Response(statusCode: state.value.accepted == token ? 200 : 401)
    }

    /// Issues the next token, and accepts only that one.
    func issue() async throws -> String {
        let token = state.update { state in
            state.issued += 1
            return "\(state.issued)"
        }
        try await clock?.sleep(for: .seconds(1))
        state.update { $0.accepted = token }
        return token
    }

    func refresh(
        _ old: RefreshingAuthorizationPlugin.Credentials
    ) async throws -> RefreshingAuthorizationPlugin.Credentials? {
        .init(token: try await issue())
    }
}
