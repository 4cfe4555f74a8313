import Tern
import TernTestSupport
import TernTesting
import TestRounds
import Testing

@testable import accounts

/// The stories that the example tells.
@Suite(.timeLimit(.minutes(20)))
struct AccountsStoryTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Story.all, Isolation.allCases)
    func storyHasTheExpectedEvents(story: Story, isolation: Isolation) async throws {
        #expect(try await story.record(isolation) == story.models)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func pictureShowsTheCancelledCall(isolation: Isolation) async throws {
        let picture = try await Story.overtaking.picture(isolation)
        #expect(picture.contains("0 s to 3 s: GET https://bank.example.com/customers/slow/accounts -> cancelled"))
        #expect(picture.contains("3 s to 4 s: GET https://bank.example.com/customers/fast/accounts -> 200"))
    }

    /// With all rounds, a thousand runs over all stories. More runs of a story find no more failures.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Story.all, Isolation.allCases)
    func runsGiveIdenticalTraces(story: Story, isolation: Isolation) async throws {
        // Concurrently, so that all cores are busy.
        let traces = try await withThrowingTaskGroup(of: Set<[String]>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var traces: Set<[String]> = []
                    for _ in 0..<Rounds.count(25, part: 5) { traces.insert(try await Self.trace(story, isolation)) }
                    return traces
                }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }

        #expect(traces.count == 1, "\(traces)")
    }

    /// The shown states and the steps of each call, with their times.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func trace(_ story: Story, _ isolation: Isolation) async throws -> [String] {
        let scheduler = VirtualScheduler()
        let journal = Journal(clock: scheduler.clock)
        let models = try await story.record(isolation, on: scheduler, journal: journal)
        return models.map(\.description) + journal.events.map { "\($0.time) \($0.call) \($0)" }
    }

    /// Each response arrives at the time at which the next customer is chosen. It may be shown or not, but never later.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func latestWinsInEveryOrder(isolation: Isolation) async throws {
        let names = ["ada", "bob", "cyd", "dot", "eve"]
        try await VirtualScheduler.explore(seeds: Rounds.seeds(200)) { scheduler in
            let customers = try scheduler.hot("a--b-(cd)e|", values: Story.customers)
            let bank = Provider<AccountsAPI>(
                stubClosure: { target in
                    switch target {
                    case .accounts(customer: "ada"): .delayed(.seconds(3))
                    case .accounts(customer: "bob"): .delayed(.seconds(2))
                    case .accounts(customer: "cyd"): .immediate
                    case .accounts: .delayed(.seconds(4))
                    }
                },
                clock: scheduler.clock
            )
            let output = await isolation.transform(
                .init(customers: customers),
                with: AccountsRepository(api: bank)
            )
            let models = try await scheduler.record(output.models).finished()

            #expect(models.suffix(2) == [.next(13, .savings(of: "eve")), .completed(13)])
            let shown = names.map(AccountsModel.savings).filter(models.values.contains)
            #expect(models.values == shown)
            for (name, end) in zip(names, [3, 5, 5, 9]) {
                let late = models.filter { $0.value == .savings(of: name) && $0.time != VirtualTime(ticks: end) }
                #expect(late == [])
            }
        }
    }
}
