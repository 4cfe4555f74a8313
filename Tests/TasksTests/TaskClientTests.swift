import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import tasks

/// The plugins of the app in virtual time: their delays are exact, and take no time.
@Suite(virtualTimeWhereAvailable, .network, .timeLimit(.minutes(20)))
struct TaskClientTests {
    private static let posters = Todo(id: 1, title: "Print the posters", isDone: true)
    private static let new = Tokens(accessToken: "new", refreshToken: "r2", expiresIn: 3_600)
    private static let session = Session(server: TaskAPI.base, user: "ada")
        .with(Tokens(accessToken: "old", refreshToken: "r1", expiresIn: 3_600))

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskIsAddedOnceAfterA503() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let tasks = repository(
            .on(.add("Rest"), .inOrder(.status(503), thenForever: .json(Self.posters))),
            refresh: [],
            clock: scheduler.clock
        )

        _ = try await tasks.add("Rest")

        // Half of the longest first delay.
        #expect(scheduler.now == .milliseconds(250))
        let requests = try #require(Journal.current?.requests)
        #expect(requests.count == 2)
        #expect(Set(requests.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(requests.first?.headers["Idempotency-Key"] != nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callsShareOneRefreshWhoseTokenIsSaved() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let saved = StubState<[Session]>([])
        let tasks = repository(
            .on(case: .finish(id: 1)) { Self.response(to: $0) },
            .on(case: .finish(id: 2)) { Self.response(to: $0) },
            refresh: [.on(.refresh("r1"), .json(Self.new))],
            clock: scheduler.clock,
            save: { session in saved.update { $0.append(session) } }
        )

        async let first = tasks.finish(1)
        async let second = tasks.finish(2)
        _ = try await (first, second)

        #expect(saved.value.map { $0.credentials()?.token } == ["new"])
        #expect(saved.value.first?.user == "ada")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func loginThatCannotBeSavedIsAFailure() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let full = TaskFailure("The disk is full.", nextStep: "Name another file with --session.")
        let client = TaskClient(session: Self.session, clock: scheduler.clock, save: { _ in throw full })

        let error = try #require(await #expect(throws: TernError.self) { try await client.signIn(Self.session) })

        #expect(TaskFailure(error) == full)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func rejectedRefreshLogsOut() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let tasks = repository(
            .on(.finish(1), .status(401)),
            refresh: [.on(.refresh("r1"), .status(401))],
            clock: scheduler.clock
        )

        let failure = try #require(await #expect(throws: TaskFailure.self) { try await tasks.finish(1) })

        #expect(failure.text == "You aren't logged in. Run `tasks login`.")
    }

    // MARK: - Private

    private static func response(to request: RecordedRequest) -> SampleResponse {
        request.headers["Authorization"] == "Bearer new" ? .json(posters) : .status(401)
    }

    private func repository(
        _ rules: StubRule<TaskAPI>...,
        refresh: [StubRule<TaskAPI>],
        clock: any Clock<Duration>,
        save: @escaping @Sendable (Session) throws -> Void = { _ in }
    ) -> TaskRepository {
        let client = TaskClient(
            session: Self.session,
            tokens: Provider<TaskAPI>.stub(.all(refresh), clock: clock),
            clock: clock,
            random: { 0.5 },
            save: save
        )
        return TaskRepository(api: client.api.stubbed(.all(rules)))
    }
}

/// `.virtualTime` for a suite. A suite can't be marked `@available`; each of its tests is, and earlier systems skip them.
private var virtualTimeWhereAvailable: any SuiteTrait {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) { VirtualTimeTrait.virtualTime } else { .disabled() }
}
