import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Calls that meet an expired token, in many orders. The same scenarios find the bugs of wrong implementations.
@Suite(.timeLimit(.minutes(20)))
struct RefreshInterleavingTests {
    typealias Refresh = @Sendable (String) async throws -> String

    private static let target = OpenTarget(authorization: .bearer)

    // MARK: - Scenarios

    /// Four calls begin at different times with a token that has expired, so that some rejections are late. One call is
    /// cancelled.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func callsShareOneRefresh(
        _ scheduler: VirtualScheduler,
        _ plugin: (@escaping Refresh) -> any Plugin
    ) async throws {
        let (server, clock) = (TokenServer(clock: scheduler.clock), scheduler.clock)
        let provider = Provider<OpenTarget>(
            transport: server,
            plugins: [plugin { _ in try await server.issue() }],
            clock: clock
        )
        let cancelled = Task { try await provider.request(target) }
        let calls = (0..<3).map { index in
            Task {
                try await clock.sleep(for: .milliseconds(500 * index))
                return try await provider.request(target).statusCode
            }
        }
        try await clock.sleep(for: .seconds(1))
        cancelled.cancel()
        _ = await cancelled.result

        for call in calls {
            guard case .success(200) = await call.result else {
                throw Violation("A call failed that was not cancelled.")
            }
        }
        guard server.refreshes == 1 else { throw Violation("\(server.refreshes) refreshes") }
    }

    /// Calls begin before, during and after a refresh and its `store`. One call is cancelled, and no call is sent again if
    /// `maximumResends` is 0. After each other call, the refreshed token is stored.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func callsEndAfterStore(_ scheduler: VirtualScheduler, maximumResends: Int) async throws {
        let (server, clock) = (TokenServer(clock: scheduler.clock), scheduler.clock)
        let stored = Watched(0)
        let authorization = RefreshingAuthorizationPlugin(
            .init(token: "0"),
            maximumResends: maximumResends,
            store: { _ in
                try await clock.sleep(for: .seconds(2))
                stored.update { $0 += 1 }
            },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization], clock: clock)
        let calls = (0..<6).map { index in
            Task {
                try await clock.sleep(for: .milliseconds(700 * index))
                let result = await Task { try await provider.request(target).statusCode }.result
                guard stored.value == 1 else { throw Violation("The token isn't stored: \(result).") }
            }
        }
        let cancelled = Task { try await provider.request(target) }
        try await clock.sleep(for: .seconds(2))
        cancelled.cancel()
        for call in calls { try await call.value }
        _ = await cancelled.result
        guard server.refreshes == 1 else { throw Violation("\(server.refreshes) refreshes") }
    }

    /// A user signs out while a refresh may be in flight. Afterwards, no request carries a token.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func signOutIsFinal(_ scheduler: VirtualScheduler) async throws {
        let (server, clock) = (TokenServer(clock: scheduler.clock), scheduler.clock)
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            .init(token: "0"),
            store: { stored.append($0?.token) },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization], clock: clock)
        let calls = (0..<3).map { index in
            Task {
                try await clock.sleep(for: .milliseconds(500 * index))
                return try await provider.request(target).statusCode
            }
        }
        try await clock.sleep(for: .seconds(2))
        try await authorization.signOut()
        let sent = server.tokens.count
        for call in calls { _ = await call.result }
        try await clock.sleep(for: .seconds(5))

        guard authorization.credentials == nil else { throw Violation("There are credentials.") }
        guard stored.value.last == .some(nil) else { throw Violation("Stored \(stored.value).") }
        // Calls that had the token when the user signed out may still be about to send it, but none may follow.
        guard server.tokens.count <= sent + 3 else { throw Violation("A request was sent again.") }
        let error = await #expect(throws: TernError.self) { try await provider.request(target) }
        guard error?.code == .missingCredentials else { throw Violation("\(error as Any)") }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [VirtualScheduler.Jitter.none, .upTo(.seconds(2))])
    func callsShareOneRefreshInAnyOrder(jitter: VirtualScheduler.Jitter) async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500), jitter: jitter) { scheduler in
            try await Self.callsShareOneRefresh(scheduler) { refresh in
                RefreshingAuthorizationPlugin(.init(token: "0")) { .init(token: try await refresh($0.token)) }
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [VirtualScheduler.Jitter.none, .upTo(.seconds(2))])
    func signOutIsFinalInAnyOrder(jitter: VirtualScheduler.Jitter) async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500), jitter: jitter) { scheduler in
            try await Self.signOutIsFinal(scheduler)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [VirtualScheduler.Jitter.none, .upTo(.seconds(2))], [0, 2])
    func callsEndAfterStoreInAnyOrder(jitter: VirtualScheduler.Jitter, maximumResends: Int) async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500), jitter: jitter) { scheduler in
            try await Self.callsEndAfterStore(scheduler, maximumResends: maximumResends)
        }
    }

    // MARK: - Planted bugs

    /// The actor checks for a refresh in flight, and begins one after an `await`.
    private actor CheckThenAct: Plugin {
        private var token = "0"
        private var task: Task<String, any Error>?
        private let refresh: Refresh

        init(_ refresh: @escaping Refresh) { self.refresh = refresh }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let sent = token
            do {
                return try await next(request.bearing(sent))
            } catch let error as TernError where error.response?.statusCode == 401 {
                return try await next(request.bearing(renewed(sent)))
            }
        }

        private func renewed(_ sent: String) async throws -> String {
            if token != sent { return token }
            if let task { return try await task.value }
            await Task.yield()
            let task = Task { try await refresh(sent) }
            self.task = task
            token = try await task.value
            self.task = nil
            return token
        }
    }

    /// The refresh runs in the first call, so that the cancellation of that call cancels it.
    private final class RefreshOfTheFirstCall: Plugin {
        private struct State {
            var token = "0"
            var isRefreshing = false
            var failure: (any Error)?
        }

        private let state = Watched(State())
        private let refresh: Refresh

        init(_ refresh: @escaping Refresh) { self.refresh = refresh }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let sent = state.value.token
            do {
                return try await next(request.bearing(sent))
            } catch let error as TernError where error.response?.statusCode == 401 {
                return try await next(request.bearing(renewed(sent)))
            }
        }

        private func renewed(_ sent: String) async throws -> String {
            let isFirst = state.update { state in
                guard state.token == sent, !state.isRefreshing else { return false }
                state.isRefreshing = true
                return true
            }
            if isFirst {
                let result: Result<String, any Error>
                do { result = .success(try await refresh(sent)) } catch { result = .failure(error) }
                state.update { state in
                    state.isRefreshing = false
                    switch result {
                    case .success(let token): state.token = token
                    case .failure(let error): state.failure = error
                    }
                }
                return try result.get()
            }
            let state = await state.value { !$0.isRefreshing }
            if let failure = state.failure { throw failure }
            return state.token
        }
    }

    /// It doesn't know which token a request carried, so a late rejection refreshes again.
    private final class RefreshForEachRejection: Plugin {
        private let token = Watched("0")
        private let task = Watched<Task<String, any Error>?>(nil)
        private let refresh: Refresh

        init(_ refresh: @escaping Refresh) { self.refresh = refresh }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            do {
                return try await next(request.bearing(token.value))
            } catch let error as TernError where error.response?.statusCode == 401 {
                let current = token.value
                let running = task.update { task in
                    let running = task ?? Task { [refresh] in try await refresh(current) }
                    task = running
                    return running
                }
                let new = try await running.value
                token.update { $0 = new }
                task.update { $0 = nil }
                return try await next(request.bearing(new))
            }
        }
    }

    enum Bug: CaseIterable {
        case checkThenAct, refreshOfTheFirstCall, refreshForEachRejection

        func plugin(_ refresh: @escaping Refresh) -> any Plugin {
            switch self {
            case .checkThenAct: CheckThenAct(refresh)
            case .refreshOfTheFirstCall: RefreshOfTheFirstCall(refresh)
            case .refreshForEachRejection: RefreshForEachRejection(refresh)
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Bug.allCases) func wrongImplementationIsFound(bug: Bug) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500, jitter: .upTo(.seconds(2))) { scheduler in
            try await Self.callsShareOneRefresh(scheduler, bug.plugin)
        }
        #expect(try #require(failure).divergence == nil)
    }
}

extension Request {
    fileprivate func bearing(_ token: String) -> Request {
        var request = self
        request.headers["Authorization"] = "Bearer \(token)"
        return request
    }
}
