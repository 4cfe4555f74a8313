import Tern
import TernTesting

/// A scenario: customers selected at certain times, the responses of a bank, and the models that a screen shows.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
nonisolated struct Story: Sendable {
    let title: String
    /// The selected customers over time, in marbles: one character is a second.
    let marbles: String
    /// A stubbed bank, whose responses may be delayed on the clock.
    let bank: @Sendable (VirtualClock) -> Provider<AccountsAPI>
    /// The expected models.
    let models: EventTimeline<AccountsModel>

    static let customers: [Character: String] = [
        "a": "ada", "b": "bob", "c": "cyd", "d": "dot", "e": "eve", "f": "fast", "s": "slow", "w": "wrong",
        "x": "broken",
    ]

    /// Runs the scenario in virtual time.
    ///
    /// - Returns: The models of the view model.
    func record(
        _ isolation: Isolation,
        on scheduler: VirtualScheduler = VirtualScheduler(),
        journal: Journal? = nil
    ) async throws -> EventTimeline<AccountsModel> {
        try await scheduler.run {
            let customers = try scheduler.hot(marbles, values: Self.customers)
            let repository = AccountsRepository(api: bank(scheduler.clock).recorded(in: journal))
            let output = await isolation.transform(.init(customers: customers), with: repository)
            return try await scheduler.record(output.models).finished()
        }
    }

    /// Runs the scenario in virtual time.
    ///
    /// - Returns: A picture with the steps and waits of each task, and the calls with their responses.
    func picture(_ isolation: Isolation) async throws -> String {
        let scheduler = VirtualScheduler()
        _ = try await record(isolation, on: scheduler, journal: Journal(clock: scheduler.clock))
        return scheduler.picture()
    }
}
