import Tern

// MARK: - Session

extension RefreshingAuthorizationPlugin {
    /// The state behind the plugin's lock.
    struct Shared: Sendable {
        var state: RefreshState
        /// Stores the last change, after the changes before it.
        var storing: Task<Void, Never>?
    }

    /// The current credentials; `nil` if the user isn't signed in.
    public var credentials: Credentials? { shared.withLock(\.state.lease)?.credentials }

    /// Stores the credentials of a new session. Calls of the previous session that wait for a refresh, or for a further
    /// attempt, fail with `.missingCredentials`. Their requests are never sent with the new credentials.
    public func signIn(_ credentials: Credentials) {
        let now = stopwatch.elapsed
        update { $0.signIn(credentials, at: now) }
    }

    /// Removes the credentials. A refresh in flight is cancelled, its result is discarded, and calls that wait for it
    /// fail with `.missingCredentials`, as all later calls do.
    public func signOut() {
        update { $0.signOut() }
    }
}

// MARK: - Calls

extension RefreshingAuthorizationPlugin {
    /// The refreshes that the current task belongs to.
    @TaskLocal private static var running: [CredentialsRefresh] = []

    /// Whether the current task belongs to the running refresh. Such a task must not wait for the refresh. A task may
    /// outlive the refresh that started it.
    var isRefreshing: Bool {
        let running = Self.running
        guard !running.isEmpty, let refresh = shared.withLock(\.state.refresh) else { return false }
        return running.contains { $0 === refresh }
    }

    /// The current credentials, after a refresh if they are about to expire.
    ///
    /// - Parameters:
    ///   - session: The session of the call's earlier attempts; `nil` if the call belongs to none yet.
    ///   - hasWaited: Set to `true` if the call has waited for a refresh.
    /// - Throws: `.missingCredentials`, `.refreshFailed`, `.tooManyRefreshes`, and `CancellationError` at once when the
    ///   task is cancelled.
    func lease(
        in session: Int?,
        for context: RequestContext,
        hasWaited: inout Bool
    ) async throws -> CredentialsLease {
        let now = stopwatch.elapsed(on: context.clock)
        let decision = shared.withLock { $0.state.request(in: session, at: now) }
        guard let lease = try await perform(decision, for: context, hasWaited: &hasWaited) else {
            throw TernError(.missingCredentials)
        }
        return lease
    }

    /// The credentials after a rejection: those of a refresh, or those that another call has refreshed meanwhile.
    ///
    /// - Returns: `nil` if there is no new token. The server's response is then the result of the call.
    /// - Throws: As ``lease(in:for:hasWaited:)``.
    func renewed(
        _ lease: CredentialsLease,
        for context: RequestContext,
        hasWaited: inout Bool
    ) async throws -> CredentialsLease? {
        let now = stopwatch.elapsed(on: context.clock)
        let decision = shared.withLock { [hasWaited] in $0.state.reject(lease, hasWaited: hasWaited, at: now) }
        let renewed = try await perform(decision, for: context, hasWaited: &hasWaited)
        return renewed.flatMap { $0.hasToken(of: lease) ? nil : $0 }
    }

    /// Starts a refresh of rejected credentials, unless another call has started one.
    func refreshWithoutWaiting(_ lease: CredentialsLease, on clock: any Clock<Duration>) {
        let now = stopwatch.elapsed(on: clock)
        let decision = shared.withLock { $0.state.reject(lease, at: now) }
        if case .wait(let refresh, isNew: true) = decision { start(refresh, on: clock) }
    }

    /// - Returns: The credentials to use. `nil` if the server's response is the result of the call.
    private func perform(
        _ decision: RefreshState.Decision,
        for context: RequestContext,
        hasWaited: inout Bool
    ) async throws -> CredentialsLease? {
        switch decision {
        case .use(let lease): return lease
        case .fail(let error): throw error
        case .giveUp: return nil
        case .wait(let refresh, let isNew):
            hasWaited = true
            if isNew { start(refresh, on: context.clock) }
            context.willWait()
            return try await refresh.lease()
        }
    }
}

// MARK: - Refresh

extension RefreshingAuthorizationPlugin {
    /// Runs a refresh in a separate task, since it doesn't belong to a single call.
    private func start(_ refresh: CredentialsRefresh, on clock: any Clock<Duration>) {
        let work = Task {
            let result = await Self.$running.withValue(Self.running + [refresh]) { await outcome(of: refresh) }
            finish(refresh, result, on: clock)
        }
        // A separate task: a refresh that ignores its cancellation doesn't delay the waiting calls.
        let timer = Task {
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
            finish(refresh, .failure(TernError(.refreshFailed, reason: reason, underlying: cause)), on: clock)
        }
        refresh.cancelAtEnd([work, timer])
    }

    private func outcome(of refresh: CredentialsRefresh) async -> Result<Credentials?, TernError> {
        let credentials = refresh.credentials
        do {
            // A sign-out may have ended the refresh before its start.
            try Task.checkCancellation()
            return .success(try await self.refresh(credentials))
        } catch {
            let reason = "The refresh threw \(type(of: error))."
            // The server's message can quote a token.
            let secrets = [credentials.token, credentials.refreshToken].compactMap(\.self)
            return .failure(TernError(.refreshFailed, reason: reason, underlying: error).fromCredentials(secrets))
        }
    }

    private func finish(
        _ refresh: CredentialsRefresh,
        _ result: Result<Credentials?, TernError>,
        on clock: any Clock<Duration>
    ) {
        let now = stopwatch.elapsed(on: clock)
        update { $0.finish(refresh, result, at: now) }
    }

    /// Applies an event, and performs its actions. Waiting calls continue outside the lock.
    private func update(_ event: (inout RefreshState) -> [RefreshState.Action]) {
        let actions = shared.withLock { shared in
            let actions = event(&shared.state)
            if let store {
                for case .store(let credentials) in actions {
                    // The changes are stored in their order.
                    shared.storing = Task { [former = shared.storing] in
                        await former?.value
                        await store(credentials)
                    }
                }
            }
            return actions
        }
        for case .end(let refresh, let result) in actions { refresh.end(with: result.mapError { $0 }) }
    }
}
