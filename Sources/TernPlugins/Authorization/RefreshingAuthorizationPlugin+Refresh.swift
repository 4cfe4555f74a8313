import Tern

// MARK: - Session

extension RefreshingAuthorizationPlugin {
    /// The state behind the plugin's lock.
    struct Shared: Sendable {
        var state: RefreshState
        /// The last change.
        var storing: CredentialsStorage.Change?
    }

    /// The current credentials; `nil` if the user isn't signed in.
    public var credentials: Credentials? { shared.withLock(\.state.lease)?.credentials }

    /// Uses the credentials of a new session at once, and returns when the `store` closure has stored them. Calls of the
    /// previous session that wait for a refresh, or for a further attempt, fail with `.missingCredentials`. Their
    /// requests are never sent with the new credentials.
    ///
    /// Cancelling the task doesn't end the `store` closure. Within that closure, the function doesn't wait.
    ///
    /// - Throws: `TernError` with code `.credentialsNotStored` if the `store` closure throws an error, or takes longer than
    ///   the plugin's `timeout`. The credentials are in use nevertheless.
    public func signIn(_ credentials: Credentials) async throws(TernError) {
        let now = stopwatch.elapsed
        try await change { $0.signIn(credentials, at: now) }
    }

    /// Removes the credentials at once, and returns when the `store` closure has removed them. A refresh in flight is
    /// cancelled, its result is discarded, and calls that wait for it fail with `.missingCredentials`, as all later
    /// calls do. If the user is signed out already, the function waits for the last change, and fails if that couldn't
    /// be stored.
    ///
    /// Cancelling the task doesn't end the `store` closure. Within that closure, the function doesn't wait.
    ///
    /// - Throws: `TernError` with code `.credentialsNotStored` if the `store` closure throws an error, or takes longer than
    ///   the plugin's `timeout`. The user is signed out nevertheless.
    public func signOut() async throws(TernError) {
        try await change { $0.signOut() }
    }

    private func change(_ event: (inout RefreshState) -> [RefreshState.Action]) async throws(TernError) {
        let change = apply(event, on: stopwatch.clock)
        if let change, !CredentialsStorage.isRunning(for: self), let failure = await change.value { throw failure }
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
        return !running.isEmpty && shared.withLock { shared in running.contains(where: shared.state.isRunning) }
    }

    /// The current credentials, after a refresh if they are about to expire.
    ///
    /// - Parameters:
    ///   - session: The session of the call's earlier attempts; `nil` if the call belongs to none yet.
    ///   - hasWaited: Set to `true` if the call has waited for a refresh.
    /// - Throws: `.missingCredentials`, `.refreshFailed`, `.tooManyRefreshes`, `.credentialsNotStored`, and
    ///   `CancellationError` at once when the task is cancelled.
    func lease(
        in session: Int?,
        for context: RequestContext,
        hasWaited: inout Bool
    ) async throws -> CredentialsLease {
        let now = stopwatch.elapsed(on: context.clock)
        let canWait = !CredentialsStorage.isRunning(for: self)
        let decision = shared.withLock { $0.state.request(in: session, canWait: canWait, at: now) }
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
        let canWait = !CredentialsStorage.isRunning(for: self)
        let decision = shared.withLock { [hasWaited] in
            $0.state.reject(lease, hasWaited: hasWaited, canWait: canWait, at: now)
        }
        let renewed = try await perform(decision, for: context, hasWaited: &hasWaited)
        return renewed.flatMap { $0.hasToken(of: lease) ? nil : $0 }
    }

    /// Waits until rejected credentials are refreshed and stored, for a call that isn't sent again.
    ///
    /// - Throws: `.credentialsNotStored`, and `CancellationError` at once when the task is cancelled.
    func refreshForLaterCalls(_ lease: CredentialsLease, for context: RequestContext) async throws {
        var hasWaited = false
        do {
            _ = try await renewed(lease, for: context, hasWaited: &hasWaited)
        } catch let error as TernError where error.code != .credentialsNotStored {
            // The server's response is the result of the call, and a later call tries again.
        }
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
            await finish(refresh, result, on: clock)
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
            await finish(refresh, .failure(TernError(.refreshFailed, reason: reason, underlying: cause)), on: clock)
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

    /// Ends a refresh when its result is stored.
    private func finish(
        _ refresh: CredentialsRefresh,
        _ result: Result<Credentials?, TernError>,
        on clock: any Clock<Duration>
    ) async {
        let now = stopwatch.elapsed(on: clock)
        let change = apply({ $0.finish(refresh, result, at: now) }, on: clock)
        let failure = await change?.value
        apply({ $0.finishStoring(refresh, failure: failure) }, on: clock)
    }

    /// Applies an event, and performs its actions.
    ///
    /// - Returns: The last change, which may have been stored earlier.
    @discardableResult
    private func apply(
        _ event: (inout RefreshState) -> [RefreshState.Action],
        on clock: (any Clock<Duration>)?
    ) -> CredentialsStorage.Change? {
        let (actions, change) = shared.withLock { shared in
            let actions = event(&shared.state)
            for case .store(let credentials) in actions {
                // The changes are stored in their order.
                shared.storing = storage?.change(credentials, of: self, after: shared.storing, on: clock)
            }
            return (actions, shared.storing)
        }
        for case .end(let refresh, let result) in actions { refresh.end(with: result.mapError { $0 }) }
        return change
    }
}
