import Tern

/// Limits the time of a whole call: all attempts, delays and queues of the plugins after it.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [DeadlinePlugin(.seconds(20)), RetryPlugin()])
/// ```
///
/// After the limit, the rest of the call is cancelled, and the call fails with `.timedOut`. The error has the failures
/// of earlier attempts in `TernError.earlierFailures`. For a streamed response, the limit also applies while the
/// caller reads the stream. In contrast, the timeouts of targets and `CallOptions.timeout` limit each attempt.
///
/// The first of these limits applies: the limit of the call, in `CallOptions.attributes[DeadlinePlugin.Limit.self]`;
/// the limit of the target, from `limitOfTarget`; the limit of the plugin.
///
/// It doesn't limit the request closure and the plugins before it in the array. It can't end work that ignores its
/// cancellation, such as a plugin, a source of tokens or a transport. The call then fails with `.timedOut` when that work
/// returns.
///
/// Place this plugin before a plugin that retries. After such a plugin, it limits each attempt, and its error is
/// retried.
public struct DeadlinePlugin: Plugin {
    /// The key of a call's limit: `options.attributes[DeadlinePlugin.Limit.self] = .seconds(5)`.
    public enum Limit: RequestAttributeKey {
        /// `nil`. The limit of the target or the plugin applies.
        public static var defaultValue: Duration? { nil }
    }

    private let limit: Duration?
    private let limitOfTarget: @Sendable (any TargetType) -> Duration?

    /// - Parameters:
    ///   - limit: The longest time of a call, on the provider's clock. If it isn't positive, calls fail at once. `nil`,
    ///     the default, for no limit.
    ///   - limitOfTarget: The limit of a target, or `nil` for `limit`.
    public init(
        _ limit: Duration? = nil,
        limitOfTarget: @escaping @Sendable (any TargetType) -> Duration? = { _ in nil }
    ) {
        self.limit = limit
        self.limitOfTarget = limitOfTarget
    }

    /// Runs the rest of the call until the limit.
    ///
    /// - Throws: `TernError` with code `.timedOut` at the limit, and `.pluginFailed` if the clock throws an error.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        guard let limit = limit(of: request, context.target) else { return try await next(request) }
        guard limit > .zero else { throw Self.error(after: limit) }
        let deadline = Deadline(after: limit, on: context.clock, error: Self.error)
        var response = try await run(request, next: next, within: limit, on: context.clock).get()
        if let stream = response.stream { response.body = .stream(BodyStream(stream, until: deadline)) }
        return response
    }

    // MARK: - Private

    private func limit(of request: Request, _ target: any TargetType) -> Duration? {
        guard let limit = request.attributes[Limit.self] ?? limitOfTarget(target) ?? limit, limit < Waiting.forever
        else { return nil }
        return limit
    }

    private enum Event: Sendable {
        case passed
        /// The clock threw an error.
        case failed(TernError)
        /// The call was cancelled.
        case timerEnded
        case ended
    }

    @Sendable private static func error(after limit: Duration) -> TernError {
        TernError(
            .timedOut,
            reason: "The call was not complete after \(limit), with all its attempts.",
            advice: "Try again, or give the DeadlinePlugin a longer limit."
        )
    }

    private func run(
        _ request: Request,
        next: Next,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async -> Result<Response, any Error> {
        await withTaskGroup(of: Event.self) { group in
            let ended = Locked<Result<Response, any Error>?>(nil)
            // If the runtime supports it, the call runs on this thread until its first suspension.
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                group.addImmediateTask { await Self.run(request, next: next, endingWith: ended) }
            } else {
                group.addTask { await Self.run(request, next: next, endingWith: ended) }
            }
            // A call that has ended without a suspension, for example with a cached response, needs no timer.
            if let result = ended.withLock({ $0.take() }) { return result }
            group.addTask {
                do {
                    try await Waiting.wait(for: limit, on: clock)
                    return .passed
                } catch {
                    if Task.isCancelled { return .timerEnded }
                    return .failed(error as? TernError ?? TernError(.cancelled))
                }
            }
            var failure: TernError?
            while let event = await group.next() {
                switch event {
                case .passed:
                    failure = Self.error(after: limit)
                    group.cancelAll()
                case .failed(let error):
                    failure = error
                    group.cancelAll()
                case .timerEnded: break
                case .ended:
                    group.cancelAll()
                    guard let result = ended.withLock({ $0.take() }) else { break }
                    guard let failure else { return result }
                    return .failure(failure.adding(earlierFailures: Self.failures(of: result)))
                }
            }
            return .failure(CancellationError())
        }
    }

    /// Runs the rest of the call, and stores its result.
    private static func run(
        _ request: Request,
        next: Next,
        endingWith ended: Locked<Result<Response, any Error>?>
    ) async -> Event {
        let result: Result<Response, any Error>
        do {
            result = .success(try await next(request))
        } catch {
            result = .failure(error)
        }
        ended.withLock { $0 = result }
        return .ended
    }

    /// The failures of a call that the deadline has ended.
    private static func failures(of result: Result<Response, any Error>) -> [TernError] {
        guard case .failure(let error as TernError) = result else { return [] }
        return error.code == .cancelled ? error.earlierFailures : [error]
    }
}
