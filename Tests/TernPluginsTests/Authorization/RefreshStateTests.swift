import Tern
import TestDoubles
import Testing

@testable import TernPlugins

/// The state machine of a refresh, without clocks and tasks.
@Suite(.timeLimit(.minutes(20)))
struct RefreshStateTests {
    private typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private func lease(_ decision: RefreshState.Decision) throws -> CredentialsLease {
        guard case .use(let lease) = decision else { throw Unexpected(decision) }
        return lease
    }

    private func start(_ decision: RefreshState.Decision) throws -> CredentialsRefresh {
        guard case .wait(let refresh, isNew: true) = decision else { throw Unexpected(decision) }
        return refresh
    }

    private func join(_ decision: RefreshState.Decision) throws -> CredentialsRefresh {
        guard case .wait(let refresh, isNew: false) = decision else { throw Unexpected(decision) }
        return refresh
    }

    private func code(_ decision: RefreshState.Decision) -> TernError.Code? {
        if case .fail(let error) = decision { error.code } else { nil }
    }

    /// The actions as text: `end 1`, for a token, or `end refreshFailed`.
    private func texts(_ actions: [RefreshState.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .store(let credentials): "store \(credentials?.token ?? "nil")"
            case .end(_, .success(let lease)): "end \(lease.credentials.token)"
            case .end(_, .failure(let error)): "end \(error.code)"
            }
        }
    }

    private struct Unexpected: Error {
        let decision: String

        init(_ decision: RefreshState.Decision) { self.decision = "\(decision)" }
    }

    @Test func firstRejectionStartsARefreshAndOthersJoin() throws {
        var state = RefreshState(Credentials(token: "0"))
        let lease = try lease(state.request(at: .zero))

        let refresh = try start(state.reject(lease, at: .zero))
        #expect(try join(state.reject(lease, at: .zero)) === refresh)
        #expect(try join(state.request(at: .zero)) === refresh)

        let actions = state.finishAndStore(refresh, .success(Credentials(token: "1")), at: .zero)
        #expect(texts(actions) == ["store 1", "end 1"])
        #expect(state.lease?.credentials.token == "1")
    }

    @Test func lateRejectionOfAnOldTokenUsesTheCurrentOne() throws {
        var state = RefreshState(Credentials(token: "0"))
        let old = try lease(state.request(at: .zero))
        let refresh = try start(state.reject(old, at: .zero))
        _ = state.finishAndStore(refresh, .success(Credentials(token: "1")), at: .zero)

        let current = try lease(state.reject(old, at: .zero))

        #expect(current.credentials.token == "1")
        #expect(!current.hasToken(of: old))
    }

    @Test func callThatHasWaitedUsesANewerTokenButCausesNoRefresh() throws {
        var state = RefreshState(Credentials(token: "1"))
        let first = try start(state.reject(try lease(state.request(at: .zero)), at: .zero))
        _ = state.finishAndStore(first, .success(Credentials(token: "2")), at: .zero)
        let second = try lease(state.request(at: .zero))

        guard case .giveUp = state.reject(second, hasWaited: true, at: .zero) else { throw Unexpected(.giveUp) }
        let refresh = try start(state.reject(second, at: .zero))
        guard case .giveUp = state.reject(second, hasWaited: true, at: .zero) else { throw Unexpected(.giveUp) }
        _ = state.finishAndStore(refresh, .success(Credentials(token: "3")), at: .zero)

        #expect(try lease(state.reject(second, hasWaited: true, at: .zero)).credentials.token == "3")
    }

    @Test func failureIsForCallsThatWaitedOnly() throws {
        var state = RefreshState(Credentials(token: "0"))
        let (first, late) = (try lease(state.request(at: .zero)), try lease(state.request(at: .zero)))
        let refresh = try start(state.reject(first, at: .zero))

        #expect(
            texts(state.finishAndStore(refresh, .failure(TernError(.refreshFailed)), at: .zero)) == [
                "end refreshFailed"
            ]
        )
        let second = try start(state.reject(late, at: .zero))
        #expect(try join(state.reject(late, at: .zero)) === second)
        #expect(
            texts(state.finishAndStore(second, .success(Credentials(token: "1", expiresIn: .zero)), at: .zero))
                == ["store 1", "end 1"]
        )

        let third = try start(state.request(at: .zero))
        _ = state.finishAndStore(third, .failure(TernError(.refreshFailed)), at: .zero)
        _ = try start(state.request(at: .zero))
    }

    @Test func unchangedTokenIsNotRefreshedAgainForLateCalls() throws {
        var state = RefreshState(Credentials(token: "0", refreshToken: "r"))
        let (first, late) = (try lease(state.request(at: .zero)), try lease(state.request(at: .zero)))
        let refresh = try start(state.reject(first, at: .zero))

        #expect(texts(state.finishAndStore(refresh, .success(Credentials(token: "0")), at: .zero)) == ["end 0"])

        guard case .giveUp = state.reject(late, at: .zero) else { throw Unexpected(.giveUp) }
        #expect(try lease(state.request(at: .zero)).hasToken(of: late))
    }

    @Test func omittedRefreshTokenIsKept() throws {
        var state = RefreshState(Credentials(token: "0", refreshToken: "r", expiresIn: .zero))
        let refresh = try start(state.request(at: .zero))
        _ = state.finishAndStore(refresh, .success(Credentials(token: "1")), at: .zero)

        #expect(state.lease?.credentials == Credentials(token: "1", refreshToken: "r"))
    }

    // MARK: - Storing

    @Test func callsWaitUntilARefreshIsStored() throws {
        var state = RefreshState(Credentials(token: "0"))
        let (first, late) = (try lease(state.request(at: .zero)), try lease(state.request(at: .zero)))
        let refresh = try start(state.reject(first, at: .zero))

        #expect(texts(state.finish(refresh, .success(Credentials(token: "1")), at: .zero)) == ["store 1"])
        #expect(!state.isRunning(refresh))
        #expect(try join(state.request(at: .zero)) === refresh)
        #expect(try join(state.reject(late, at: .zero)) === refresh)
        #expect(try join(state.reject(late, hasWaited: true, at: .zero)) === refresh)
        // Its time limit.
        #expect(texts(state.finish(refresh, .failure(TernError(.refreshFailed)), at: .zero)) == [])

        let failure = TernError(.credentialsNotStored)
        #expect(texts(state.finishStoring(refresh, failure: failure)) == ["end credentialsNotStored"])
        #expect(try lease(state.request(at: .zero)).credentials.token == "1")
    }

    /// The calls of the `store` closure.
    @Test func callThatCannotWaitUsesTheCurrentToken() throws {
        var state = RefreshState(Credentials(token: "0"))
        let old = try lease(state.request(canWait: false, at: .zero))
        guard case .giveUp = state.reject(old, canWait: false, at: .zero) else { throw Unexpected(.giveUp) }
        let refresh = try start(state.reject(old, at: .zero))
        #expect(try lease(state.request(canWait: false, at: .zero)).credentials.token == "0")

        _ = state.finish(refresh, .success(Credentials(token: "1", expiresIn: .zero)), at: .zero)

        #expect(try lease(state.request(canWait: false, at: .zero)).credentials.token == "1")
        #expect(try lease(state.reject(old, canWait: false, at: .zero)).credentials.token == "1")
        #expect(code(state.request(in: -1, canWait: false, at: .zero)) == .missingCredentials)
    }

    @Test func newSessionEndsTheRefreshThatIsBeingStored() throws {
        for credentials in [nil, Credentials(token: "1")] {
            for isSignOut in [false, true] {
                var state = RefreshState(Credentials(token: "0"))
                let refresh = try start(state.reject(try lease(state.request(at: .zero)), at: .zero))
                _ = state.finish(refresh, .success(credentials), at: .zero)

                let actions = isSignOut ? state.signOut() : state.signIn(Credentials(token: "bob"), at: .zero)

                #expect(texts(actions).first == "end missingCredentials")
                #expect(texts(state.finishStoring(refresh, failure: nil)) == [])
            }
        }
    }

    // MARK: - Time

    /// A refresh that fails leaves the token to the calls while it is valid.
    @Test(arguments: [(69, nil), (70, "end 0"), (99, "end 0"), (100, "end refreshFailed")] as [(Int, String?)])
    func tokenIsRefreshedWithinTheMargin(second: Int, end: String?) throws {
        var state = RefreshState(Credentials(token: "0", expiresIn: .seconds(100)), margin: .seconds(30))
        _ = try lease(state.request(at: .seconds(5)))

        let (now, decision) = (Duration.seconds(5 + second), state.request(at: .seconds(5 + second)))

        guard let end else {
            _ = try lease(decision)
            return
        }
        let actions = state.finishAndStore(try start(decision), .failure(TernError(.refreshFailed)), at: now)
        #expect(texts(actions) == [end])
    }

    @Test func rejectedTokenIsNotUsedAfterAFailedRefresh() throws {
        var state = RefreshState(Credentials(token: "0", expiresIn: .seconds(100)))
        let refresh = try start(state.reject(try lease(state.request(at: .zero)), at: .zero))

        #expect(
            texts(state.finishAndStore(refresh, .failure(TernError(.refreshFailed)), at: .zero)) == [
                "end refreshFailed"
            ]
        )
    }

    @Test func windowLimitsOnlyCallsWithoutAValidToken() throws {
        var state = RefreshState(Credentials(token: "0", expiresIn: .seconds(100)), maximumRefreshes: 1)
        _ = try lease(state.request(at: .zero))
        let refresh = try start(state.request(at: .seconds(90)))
        _ = state.finishAndStore(refresh, .failure(TernError(.refreshFailed)), at: .seconds(91))

        #expect(try lease(state.request(at: .seconds(99))).credentials.token == "0")
        guard case .fail(let error) = state.request(at: .seconds(100)) else { throw Unexpected(.giveUp) }
        #expect(error.code == .tooManyRefreshes)
        #expect(error.retryAfter == .seconds(20))
        _ = try start(state.request(at: .seconds(120)))
    }

    // MARK: - Sessions

    @Test func signOutDropsALateResult() throws {
        var state = RefreshState(Credentials(token: "0"))
        let old = try lease(state.request(at: .zero))
        let refresh = try start(state.reject(old, at: .zero))

        #expect(texts(state.signOut()) == ["end missingCredentials", "store nil"])
        #expect(texts(state.finishAndStore(refresh, .success(Credentials(token: "1")), at: .zero)) == [])
        #expect(state.lease == nil)
        #expect(code(state.request(at: .zero)) == .missingCredentials)
        #expect(texts(state.signOut()) == [])
        guard case .giveUp = state.reject(old, at: .zero) else { throw Unexpected(.giveUp) }
    }

    @Test func requestOfAnEarlierSessionIsNotSentAgain() throws {
        var state = RefreshState(Credentials(token: "ada"))
        let old = try lease(state.request(at: .zero))
        let refresh = try start(state.reject(old, at: .zero))

        #expect(
            texts(state.signIn(Credentials(token: "bob"), at: .zero)) == ["end missingCredentials", "store bob"]
        )
        #expect(texts(state.finishAndStore(refresh, .success(Credentials(token: "ada 2")), at: .zero)) == [])
        guard case .giveUp = state.reject(old, at: .zero) else { throw Unexpected(.giveUp) }
        #expect(code(state.request(in: old.session, at: .zero)) == .missingCredentials)
        #expect(try lease(state.request(at: .zero)).credentials.token == "bob")
    }

    @Test func nilEndsTheSession() throws {
        var state = RefreshState(Credentials(token: "0"))
        let refresh = try start(state.reject(try lease(state.request(at: .zero)), at: .zero))

        #expect(
            texts(state.finishAndStore(refresh, .success(nil), at: .zero)) == ["store nil", "end missingCredentials"]
        )
        #expect(code(state.request(at: .zero)) == .missingCredentials)
    }
}

extension RefreshState {
    fileprivate mutating func finishAndStore(
        _ refresh: CredentialsRefresh,
        _ result: Result<Credentials?, TernError>,
        at now: Duration
    ) -> [Action] {
        finish(refresh, result, at: now) + finishStoring(refresh, failure: nil)
    }
}
