import Foundation
import Tern

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

    /// The number of refreshes.
    var refreshes: Int { state.value.issued }

    /// The tokens of all requests, without the name of the scheme.
    var tokens: [String?] { state.value.tokens }

    func send(_ request: Request) async throws -> Response {
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

    func refresh(_ old: RefreshingAuthorization.Credentials) async throws -> RefreshingAuthorization.Credentials? {
        .init(token: try await issue())
    }
}

/// A clock whose time the test sets, also backwards. Sleeps whose deadline has passed end.
final class JumpingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let time = Watched(Instant())

    var now: Instant { time.value }
    var minimumResolution: Duration { .nanoseconds(1) }

    func jump(to offset: Duration) { time.update { $0.offset = offset } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await time.value { $0 >= deadline }
        try Task.checkCancellation()
    }
}
