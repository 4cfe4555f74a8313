import Tern

/// Holds the credentials of a ``RefreshingAuthorizationPlugin``, and runs one refresh at a time.
final class CredentialsRefresher: Sendable {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials
    typealias Lease = RefreshState.Lease
    private typealias Continuation = CheckedContinuation<Lease, any Error>

    private struct Shared: Sendable {
        var state: RefreshState
        var continuations: [Int: Continuation] = [:]
        /// Outcomes for calls that don't wait yet.
        var outcomes: [Int: Result<Lease, any Error>] = [:]
        /// The refresh in flight, and its timer.
        var tasks: [Task<Void, Never>] = []
        /// The clock of the first call.
        var clock: (any Clock<Duration>)?
        /// Stores the last change, after the changes before it.
        var storing: Task<Void, Never>?
    }

    private struct Running: Hashable {
        let refresher: ObjectIdentifier
        let refreshID: Int
    }

    /// The refreshes that the current task belongs to.
    @TaskLocal private static var running: Set<Running> = []

    private let margin: Duration
    private let timeout: Duration
    private let store: (@Sendable (Credentials?) async -> Void)?
    private let refresh: @Sendable (Credentials) async throws -> Credentials?
    private let shared: Locked<Shared>
    private let stopwatch = SharedStopwatch()

    init(
        _ credentials: Credentials?,
        margin: Duration,
        timeout: Duration,
        maximumRefreshes: Int,
        window: Duration,
        store: (@Sendable (Credentials?) async -> Void)?,
        refresh: @escaping @Sendable (Credentials) async throws -> Credentials?
    ) {
        self.margin = margin
        self.timeout = timeout
        self.store = store
        self.refresh = refresh
        // Differences of longer durations could overflow.
        let window = min(max(window, .zero), Waiting.forever)
        shared = Locked(
            Shared(state: RefreshState(credentials, maximumRefreshes: maximumRefreshes, window: window))
        )
    }

    // MARK: - Session

    var credentials: Credentials? { shared.withLock { $0.state.held?.credentials } }

    func signIn(_ credentials: Credentials) {
        let clock = shared.withLock(\.clock)
        let expiry = clock.flatMap { self.expiry(of: credentials, on: $0) }
        update { $0.signIn(credentials, expiry: expiry) }
    }

    func signOut() {
        update { $0.signOut() }
    }

    // MARK: - Calls

    /// Whether the current task belongs to the running refresh. Such a task must not wait for the refresh. A task may
    /// outlive the refresh that started it.
    var isRefreshing: Bool {
        let running = Self.running
        guard !running.isEmpty, let id = shared.withLock(\.state.refreshID) else { return false }
        return running.contains(Running(refresher: ObjectIdentifier(self), refreshID: id))
    }

    /// The current credentials, after a refresh if they are about to expire.
    ///
    /// - Parameters:
    ///   - session: The session of the call's earlier attempts; `nil` if the call belongs to none yet.
    ///   - hasWaited: Set to `true` if the call has waited for a refresh.
    /// - Throws: `.missingCredentials`, `.refreshFailed`, `.tooManyRefreshes`, and `CancellationError` at once when the task is cancelled.
    func credentials(of session: Int?, in context: RequestContext, hasWaited: inout Bool) async throws -> Lease {
        let clock = context.clock
        let decision = shared.withLock { shared in
            if shared.clock == nil { shared.clock = clock }
            return shared.state.requestCredentials(in: session)
        }
        guard case .use(let lease) = decision else { return try await required(decision, context, &hasWaited) }
        guard let expiry = lease.held.expiry ?? self.expiry(of: lease.held.credentials, on: clock) else { return lease }
        if lease.held.expiry == nil { shared.withLock { $0.state.begin(expiry, of: lease) } }
        guard expiry.isDue else { return lease }
        let cause: RefreshState.Cause = expiry.isOver ? .expiry : .margin
        let now = stopwatch.elapsed(on: clock)
        let renewal = shared.withLock { $0.state.renew(lease, because: cause, at: now) }
        return try await required(renewal, context, &hasWaited)
    }

    /// The credentials after a rejection: those of a refresh, or those that another call has refreshed meanwhile.
    ///
    /// - Parameter hasWaited: Whether the call has waited for a refresh. Then it only uses a token that another call has
    ///   refreshed, unless the lifetime of its own token has ended meanwhile. Set to `true` if the call waits.
    /// - Returns: `nil` if there is no new token. The server's response is then the result of the call.
    /// - Throws: As ``credentials(of:in:hasWaited:)``.
    func renewed(_ lease: Lease, in context: RequestContext, hasWaited: inout Bool) async throws -> Lease? {
        let hasWaitedInVain = hasWaited && lease.held.expiry?.isDue != true
        let now = stopwatch.elapsed(on: context.clock)
        let decision = shared.withLock {
            $0.state.renew(lease, because: .rejection, hasWaited: hasWaitedInVain, at: now)
        }
        if case .wait = decision { hasWaited = true }
        guard let renewed = try await resolve(decision, context), !renewed.hasToken(of: lease) else { return nil }
        return renewed
    }

    /// Starts a refresh of rejected credentials, unless another call has started one.
    func refreshWithoutWaiting(_ lease: Lease, on clock: any Clock<Duration>) {
        let now = stopwatch.elapsed(on: clock)
        let decision = shared.withLock { $0.state.renew(lease, because: .rejection, at: now) }
        guard case .wait(let waiter, let refresh) = decision else { return }
        leave(waiter)
        if let refresh { start(refresh, on: clock) }
    }

    private func required(
        _ decision: RefreshState.Decision,
        _ context: RequestContext,
        _ hasWaited: inout Bool
    ) async throws -> Lease {
        if case .wait = decision { hasWaited = true }
        guard let lease = try await resolve(decision, context) else { throw TernError(.missingCredentials) }
        return lease
    }

    /// Performs a decision.
    ///
    /// - Returns: The credentials to use. `nil` if the server's response is the result of the call.
    private func resolve(_ decision: RefreshState.Decision, _ context: RequestContext) async throws -> Lease? {
        switch decision {
        case .use(let lease): return lease
        case .fail(let error): throw error
        case .giveUp: return nil
        case .wait(let waiter, let refresh):
            if let refresh { start(refresh, on: context.clock) }
            context.willWait()
            return try await wait(as: waiter)
        }
    }

    // MARK: - Waiting

    private func wait(as waiter: Int) async throws -> Lease {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let outcome = shared.withLock { shared -> Result<Lease, any Error>? in
                    if let outcome = shared.outcomes.removeValue(forKey: waiter) { return outcome }
                    // The call was cancelled before it began to wait.
                    guard shared.state.isWaiting(waiter) else { return .failure(CancellationError()) }
                    shared.continuations[waiter] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            leave(waiter)
        }
    }

    private func leave(_ waiter: Int) {
        let continuation = shared.withLock { shared in
            shared.state.leave(waiter)
            shared.outcomes[waiter] = nil
            return shared.continuations.removeValue(forKey: waiter)
        }
        continuation?.resume(throwing: CancellationError())
    }

    // MARK: - Refresh

    /// Runs a refresh in a separate task, since it doesn't belong to a single call.
    private func start(_ refresh: RefreshState.Refresh, on clock: any Clock<Duration>) {
        // A sign-out may have ended it.
        guard shared.withLock(\.state.refreshID) == refresh.id else { return }
        let work = Task { [self] in
            let result = await Self.$running.withValue(
                Self.running.union([Running(refresher: ObjectIdentifier(self), refreshID: refresh.id)])
            ) {
                await self.result(of: refresh)
            }
            finish(refresh.id, result, on: clock)
        }
        // A separate task: a refresh that ignores its cancellation doesn't delay the waiting calls.
        let timer = Task { [self] in
            let reason: String
            let cause: any Error
            do {
                try await Waiting.wait(for: timeout, on: clock)
                reason = "The refresh did not end within \(timeout)."
                cause = TernError(.timedOut, reason: reason)
            } catch {
                if Task.isCancelled { return }
                reason = "The clock of the refresh's time limit threw an error."
                cause = error
            }
            let error = TernError(.refreshFailed, reason: reason, underlying: cause)
            finish(refresh.id, .failure(error), on: clock)
        }
        let hasEnded = shared.withLock { shared in
            guard shared.state.refreshID == refresh.id else { return true }
            shared.tasks = [work, timer]
            return false
        }
        guard hasEnded else { return }
        work.cancel()
        timer.cancel()
    }

    private func finish(_ id: Int, _ result: Result<Credentials?, TernError>, on clock: any Clock<Duration>) {
        let credentials = try? result.get()
        let expiry = credentials.flatMap { self.expiry(of: $0, on: clock) }
        let isCurrent = shared.withLock(\.state.held)?.expiry?.isOver == false
        update { $0.finish(id, result, expiry: expiry, isCurrent: isCurrent) }
    }

    private func result(of refresh: RefreshState.Refresh) async -> Result<Credentials?, TernError> {
        do {
            return .success(try await self.refresh(refresh.credentials))
        } catch {
            let reason = "The refresh threw \(type(of: error))."
            // The server's message can quote a token.
            let secrets = [refresh.credentials.token, refresh.credentials.refreshToken].compactMap(\.self)
            return .failure(TernError(.refreshFailed, reason: reason, underlying: error).fromCredentials(secrets))
        }
    }

    private func expiry(of credentials: Credentials, on clock: any Clock<Duration>) -> CredentialsExpiry? {
        credentials.expiresIn.map { CredentialsExpiry(after: $0, margin: margin, on: clock) }
    }

    /// Applies an event, and performs its actions outside the lock.
    private func update(_ event: (inout RefreshState) -> [RefreshState.Action]) {
        var resumed: [(Continuation, Result<Lease, TernError>)] = []
        let tasks = shared.withLock { shared in
            var tasks: [Task<Void, Never>] = []
            for action in event(&shared.state) {
                switch action {
                case .resume(let waiters, let result):
                    for waiter in waiters {
                        if let continuation = shared.continuations.removeValue(forKey: waiter) {
                            resumed.append((continuation, result))
                        } else {
                            shared.outcomes[waiter] = result.mapError { $0 }
                        }
                    }
                case .stopRefresh:
                    tasks = shared.tasks
                    shared.tasks = []
                case .store(let credentials):
                    guard let store else { break }
                    shared.storing = Task { [former = shared.storing] in
                        await former?.value
                        await store(credentials)
                    }
                }
            }
            return tasks
        }
        for task in tasks { task.cancel() }
        for (continuation, result) in resumed { continuation.resume(with: result.mapError { $0 as any Error }) }
    }
}
