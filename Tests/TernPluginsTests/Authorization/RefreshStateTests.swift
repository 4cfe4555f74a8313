import Tern
import TestDoubles
import Testing

@testable import TernPlugins

/// The state machine of a refresh, without time and tasks.
@Suite(.timeLimit(.minutes(5)))
struct RefreshStateTests {
    private typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private func lease(_ decision: RefreshState.Decision) throws -> RefreshState.Lease {
        guard case .use(let lease) = decision else { throw Unexpected(decision) }
        return lease
    }

    private func start(_ decision: RefreshState.Decision) throws -> (waiter: Int, RefreshState.Refresh) {
        guard case .wait(let waiter, let refresh?) = decision else { throw Unexpected(decision) }
        return (waiter, refresh)
    }

    private func waiter(_ decision: RefreshState.Decision) throws -> Int {
        guard case .wait(let waiter, nil) = decision else { throw Unexpected(decision) }
        return waiter
    }

    private func code(_ decision: RefreshState.Decision) -> TernError.Code? {
        if case .fail(let error) = decision { error.code } else { nil }
    }

    /// The actions as text: `resume 2 1`, for a token, or `resume 2 refreshFailed`.
    private func texts(_ actions: [RefreshState.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .stopRefresh: "stop"
            case .store(let credentials): "store \(credentials?.token ?? "nil")"
            case .resume(let waiters, .success(let lease)): "resume \(waiters.count) \(lease.held.credentials.token)"
            case .resume(let waiters, .failure(let error)): "resume \(waiters.count) \(error.code)"
            }
        }
    }

    private struct Unexpected: Error {
        let decision: String

        init(_ decision: RefreshState.Decision) { self.decision = "\(decision)" }
    }

    @Test func firstRejectionStartsARefreshAndOthersJoin() throws {
        var state = RefreshState(Credentials(token: "0"))
        let lease = try lease(state.requestCredentials())

        let (_, refresh) = try start(state.renew(lease, because: .rejection, at: .zero))
        _ = try waiter(state.renew(lease, because: .rejection, at: .zero))
        _ = try waiter(state.requestCredentials())

        let actions = state.finish(refresh.id, .success(Credentials(token: "1")))
        #expect(texts(actions) == ["stop", "resume 3 1", "store 1"])
        #expect(state.held?.credentials.token == "1")
    }

    @Test func lateRejectionOfAnOldTokenUsesTheCurrentOne() throws {
        var state = RefreshState(Credentials(token: "0"))
        let old = try lease(state.requestCredentials())
        let (_, refresh) = try start(state.renew(old, because: .rejection, at: .zero))
        _ = state.finish(refresh.id, .success(Credentials(token: "1")))

        let current = try lease(state.renew(old, because: .rejection, at: .zero))

        #expect(current.held.credentials.token == "1")
        #expect(!current.hasToken(of: old))
    }

    @Test func callThatHasWaitedUsesANewerTokenButCausesNoRefresh() throws {
        var state = RefreshState(Credentials(token: "1"))
        let first = try lease(state.requestCredentials())
        _ = state.finish(
            try start(state.renew(first, because: .rejection, at: .zero)).1.id,
            .success(Credentials(token: "2"))
        )
        let second = try lease(state.requestCredentials())

        guard case .giveUp = state.renew(second, because: .rejection, hasWaited: true, at: .zero) else {
            throw Unexpected(.giveUp)
        }
        let (_, refresh) = try start(state.renew(second, because: .rejection, at: .zero))
        guard case .giveUp = state.renew(second, because: .rejection, hasWaited: true, at: .zero) else {
            throw Unexpected(.giveUp)
        }
        _ = state.finish(refresh.id, .success(Credentials(token: "3")))
        let third = try lease(state.renew(second, because: .rejection, hasWaited: true, at: .zero))

        #expect(third.held.credentials.token == "3")
    }

    @Test func failureIsForCallsThatWaitedOnly() throws {
        var state = RefreshState(Credentials(token: "0"))
        let (first, late) = (try lease(state.requestCredentials()), try lease(state.requestCredentials()))
        let (_, refresh) = try start(state.renew(first, because: .rejection, at: .zero))

        #expect(
            texts(state.finish(refresh.id, .failure(TernError(.refreshFailed)))) == ["stop", "resume 1 refreshFailed"]
        )
        let (_, second) = try start(state.renew(late, because: .rejection, at: .zero))
        _ = try waiter(state.renew(late, because: .rejection, at: .zero))
        #expect(texts(state.finish(second.id, .success(Credentials(token: "1")))) == ["stop", "resume 2 1", "store 1"])

        let new = try lease(state.requestCredentials())
        let (_, third) = try start(state.renew(new, because: .expiry, at: .zero))
        _ = state.finish(third.id, .failure(TernError(.refreshFailed)))
        _ = try start(state.renew(new, because: .expiry, at: .zero))
    }

    @Test func unchangedTokenIsNotRefreshedAgainForLateCalls() throws {
        var state = RefreshState(Credentials(token: "0", refreshToken: "r"))
        let (first, late) = (try lease(state.requestCredentials()), try lease(state.requestCredentials()))
        let (_, refresh) = try start(state.renew(first, because: .rejection, at: .zero))

        #expect(texts(state.finish(refresh.id, .success(Credentials(token: "0")))) == ["stop", "resume 1 0"])

        guard case .giveUp = state.renew(late, because: .rejection, at: .zero) else { throw Unexpected(.giveUp) }
        #expect(try lease(state.renew(late, because: .expiry, at: .zero)).hasToken(of: late))
    }

    @Test func omittedRefreshTokenIsKept() throws {
        var state = RefreshState(Credentials(token: "0", refreshToken: "r"))
        let (_, refresh) = try start(state.renew(try lease(state.requestCredentials()), because: .expiry, at: .zero))
        _ = state.finish(refresh.id, .success(Credentials(token: "1")))

        #expect(state.held?.credentials == Credentials(token: "1", refreshToken: "r"))
    }

    @Test func signOutDropsALateResult() throws {
        var state = RefreshState(Credentials(token: "0"))
        let old = try lease(state.requestCredentials())
        let (_, refresh) = try start(state.renew(old, because: .rejection, at: .zero))

        #expect(texts(state.signOut()) == ["stop", "resume 1 missingCredentials", "store nil"])
        #expect(texts(state.finish(refresh.id, .success(Credentials(token: "1")))) == [])
        #expect(state.held == nil)
        #expect(code(state.requestCredentials()) == .missingCredentials)
        #expect(texts(state.signOut()) == [])
        guard case .giveUp = state.renew(old, because: .rejection, at: .zero) else { throw Unexpected(.giveUp) }
    }

    @Test func requestOfAnEarlierSessionIsNotSentAgain() throws {
        var state = RefreshState(Credentials(token: "ada"))
        let old = try lease(state.requestCredentials())
        let (_, refresh) = try start(state.renew(old, because: .rejection, at: .zero))

        #expect(texts(state.signIn(Credentials(token: "bob"))) == ["stop", "resume 1 missingCredentials", "store bob"])
        #expect(texts(state.finish(refresh.id, .success(Credentials(token: "ada 2")))) == [])
        guard case .giveUp = state.renew(old, because: .rejection, at: .zero) else { throw Unexpected(.giveUp) }
        #expect(state.held?.credentials.token == "bob")
    }

    /// The sign-in happens between the call's lookup of the token and its renewal.
    @Test func renewalOfAnEarlierSessionFails() throws {
        var state = RefreshState(Credentials(token: "ada"))
        let old = try lease(state.requestCredentials())
        _ = state.signIn(Credentials(token: "bob"))

        #expect(code(state.renew(old, because: .expiry, at: .zero)) == .missingCredentials)
        #expect(code(state.requestCredentials(in: old.held.session)) == .missingCredentials)
        #expect(try lease(state.requestCredentials()).held.credentials.token == "bob")
    }

    @Test func nilEndsTheSession() throws {
        var state = RefreshState(Credentials(token: "0"))
        let (_, refresh) = try start(state.renew(try lease(state.requestCredentials()), because: .rejection, at: .zero))

        #expect(texts(state.finish(refresh.id, .success(nil))) == ["stop", "resume 1 missingCredentials", "store nil"])
        #expect(code(state.requestCredentials()) == .missingCredentials)
    }

    @Test func callThatHasLeftIsNotResumed() throws {
        var state = RefreshState(Credentials(token: "0"))
        let lease = try lease(state.requestCredentials())
        let (first, refresh) = try start(state.renew(lease, because: .rejection, at: .zero))
        _ = try waiter(state.renew(lease, because: .rejection, at: .zero))

        state.leave(first)

        #expect(!state.isWaiting(first))
        #expect(
            texts(state.finish(refresh.id, .success(Credentials(token: "1")))) == ["stop", "resume 1 1", "store 1"]
        )
    }

    /// Random events. At any time, there is at most one refresh, and each call that waits is resumed exactly once.
    @Test func invariantsHoldForRandomEvents() throws {
        for seed in 0..<2_000 {
            var random = SeededRandom(seed: UInt64(seed))
            var state = RefreshState(Credentials(token: "0"))
            var leases: [RefreshState.Lease] = []
            var waiting: Set<Int> = []
            var started: [Int] = []
            var token = 0

            func decide(_ decision: RefreshState.Decision) {
                switch decision {
                case .use(let lease): leases.append(lease)
                case .wait(let waiter, let refresh):
                    #expect(waiting.insert(waiter).inserted)
                    if let refresh {
                        #expect(!started.contains(refresh.id))
                        started.append(refresh.id)
                    }
                    #expect(state.refreshID == started.last, "Seed \(seed)")
                case .fail, .giveUp: break
                }
            }
            func act(_ actions: [RefreshState.Action]) {
                for action in actions {
                    guard case .resume(let waiters, let result) = action else { continue }
                    #expect(waiters == waiting.sorted(), "Seed \(seed)")
                    waiting = []
                    if case .success(let lease) = result { leases.append(lease) }
                }
                if state.refreshID == nil { #expect(waiting.isEmpty, "Seed \(seed)") }
            }
            for _ in 0..<40 {
                switch random.below(8) {
                case 0, 1: decide(state.requestCredentials())
                case 2, 3:
                    if !leases.isEmpty { decide(state.renew(random.pick(leases), because: .rejection, at: .zero)) }
                case 4: if !leases.isEmpty { decide(state.renew(random.pick(leases), because: .expiry, at: .zero)) }
                case 5:
                    guard let id = started.last else { continue }
                    // Sometimes an earlier refresh, whose result is dropped.
                    let ended = random.below(3) == 0 ? random.pick(started) : id
                    token += random.below(2)
                    let isFailure = random.below(4) == 0
                    act(
                        state.finish(
                            ended,
                            isFailure ? .failure(TernError(.refreshFailed)) : .success(Credentials(token: "\(token)"))
                        )
                    )
                case 6:
                    if let waiter = waiting.min() {
                        state.leave(waiter)
                        waiting.remove(waiter)
                    }
                default: act(random.below(2) == 0 ? state.signOut() : state.signIn(Credentials(token: "s\(token)")))
                }
            }
        }
    }
}
