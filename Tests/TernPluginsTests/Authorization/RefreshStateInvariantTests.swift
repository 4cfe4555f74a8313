import Tern
import TestDoubles
import Testing

@testable import TernPlugins

/// The invariants of the state machine of a refresh.
@Suite(.timeLimit(.minutes(20)))
struct RefreshStateInvariantTests {
    private typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    /// Random events. At any time, there is at most one refresh, and each refresh that calls wait for ends exactly once.
    @Test func invariantsHoldForRandomEvents() throws {
        for seed in 0..<2_000 {
            var random = SeededRandom(seed: UInt64(seed))
            var state = RefreshState(Credentials(token: "0"))
            var leases: [CredentialsLease] = []
            var started: [CredentialsRefresh] = []
            var ended = 0
            var token = 0

            func decide(_ decision: RefreshState.Decision) {
                switch decision {
                case .use(let lease): leases.append(lease)
                case .wait(let refresh, let isNew):
                    if isNew {
                        #expect(ended == started.count, "Seed \(seed)")
                        started.append(refresh)
                    }
                    #expect(refresh === started.last, "Seed \(seed)")
                    #expect(state.refresh === refresh, "Seed \(seed)")
                case .fail, .giveUp: break
                }
            }
            func act(_ actions: [RefreshState.Action]) {
                for case .end(let refresh, let result) in actions {
                    ended += 1
                    #expect(ended == started.count && refresh === started.last, "Seed \(seed)")
                    #expect(state.refresh == nil, "Seed \(seed)")
                    if case .success(let lease) = result { leases.append(lease) }
                }
            }
            for _ in 0..<40 {
                switch random.below(8) {
                case 0, 1: decide(state.request(at: .zero))
                case 2, 3: if !leases.isEmpty { decide(state.reject(random.pick(leases), at: .zero)) }
                case 4, 5:
                    guard let last = started.last else { continue }
                    // Sometimes an earlier refresh, whose result is dropped.
                    let refresh = random.below(3) == 0 ? random.pick(started) : last
                    token += random.below(2)
                    let lifetime: Duration? = random.below(4) == 0 ? .zero : nil
                    let new = Credentials(token: "\(token)", expiresIn: lifetime)
                    let isFailure = random.below(4) == 0
                    act(
                        state.finish(
                            refresh,
                            isFailure ? .failure(TernError(.refreshFailed)) : .success(new),
                            at: .zero
                        )
                    )
                case 6:
                    if !started.isEmpty { act(state.finishStoring(random.pick(started), failure: nil)) }
                default:
                    let isSignOut = random.below(2) == 0
                    act(isSignOut ? state.signOut() : state.signIn(Credentials(token: "s\(token)"), at: .zero))
                }
            }
        }
    }
}
