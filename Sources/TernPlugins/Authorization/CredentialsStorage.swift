import Dispatch
import Tern

/// Stores the changes of credentials with the closure of the app, for a limited time each.
struct CredentialsStorage: Sendable {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials
    /// A change that is being stored, and the error if it couldn't be stored.
    typealias Change = Task<TernError?, Never>

    let store: @Sendable (Credentials?) async throws -> Void
    /// The longest time for one change.
    let timeout: Duration

    /// A call of `store` for a plugin.
    private final class Run: Sendable {
        let plugin: ObjectIdentifier
        let hasEnded = Locked(false)

        init(for plugin: RefreshingAuthorizationPlugin) { self.plugin = ObjectIdentifier(plugin) }
    }

    /// The calls of `store` that the current task belongs to.
    @TaskLocal private static var running: [Run] = []

    /// Whether the current task belongs to a running `store` of this plugin. Such a task must not wait for a change or a
    /// refresh, which end after it. A task may outlive the closure that started it.
    static func isRunning(for plugin: RefreshingAuthorizationPlugin) -> Bool {
        let plugin = ObjectIdentifier(plugin)
        return running.contains { $0.plugin == plugin && !$0.hasEnded.withLock(\.self) }
    }

    /// Stores a change after the one before it.
    ///
    /// - Parameter clock: The clock of the time limit. `nil` for real time, if the plugin knows no clock yet.
    func change(
        _ credentials: Credentials?,
        of plugin: RefreshingAuthorizationPlugin,
        after former: Change?,
        on clock: (any Clock<Duration>)?
    ) -> Change {
        let run = Run(for: plugin)
        let running = Self.running.filter { !$0.hasEnded.withLock(\.self) } + [run]
        return Task {
            _ = await former?.value
            defer { run.hasEnded.withLock { $0 = true } }
            return await Self.$running.withValue(running) { await failure(of: credentials, on: clock) }
        }
    }

    // MARK: - Private

    /// - Returns: `nil` if the credentials are stored.
    private func failure(of credentials: Credentials?, on clock: (any Clock<Duration>)?) async -> TernError? {
        let (ends, end) = AsyncStream.makeStream(of: TernError?.self, bufferingPolicy: .bufferingOldest(1))
        let work = Task {
            do {
                try await store(credentials)
                end.yield(nil)
            } catch {
                end.yield(Self.error("The `store` closure threw \(type(of: error)).", error, credentials))
            }
        }
        // Not the task that waits: a closure that ignores its cancellation delays no other call.
        let cancelTimer = startTimer(on: clock) { cause in
            let reason = cause == nil ? "did not end within \(timeout)" : "has no time limit, since the clock failed"
            let cause = cause ?? TernError(.timedOut, reason: "The time limit is \(timeout).")
            end.yield(Self.error("The `store` closure \(reason).", cause, credentials))
        }
        defer {
            work.cancel()
            cancelTimer()
        }
        for await failure in ends { return failure }
        return nil
    }

    /// Calls a closure after the time limit.
    ///
    /// - Parameter end: Receives the error of the clock, if there is one.
    /// - Returns: A closure that cancels the timer.
    private func startTimer(
        on clock: (any Clock<Duration>)?,
        end: @escaping @Sendable (_ error: (any Error)?) -> Void
    ) -> () -> Void {
        guard let clock else {
            let alarm = DispatchWorkItem { end(nil) }
            let seconds = min(max(timeout, .zero), Waiting.forever) / .seconds(1)
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: alarm)
            return alarm.cancel
        }
        let timer = Task {
            do {
                try await Waiting.wait(for: timeout, on: clock)
                end(nil)
            } catch {
                if !Task.isCancelled { end(error) }
            }
        }
        return timer.cancel
    }

    private static func error(_ reason: String, _ cause: any Error, _ credentials: Credentials?) -> TernError {
        // The text of the cause can quote a token.
        let secrets = [credentials?.token, credentials?.refreshToken].compactMap(\.self)
        return TernError(.credentialsNotStored, reason: reason, underlying: cause).fromCredentials(secrets)
    }
}
