import Tern

/// Limits the number of requests that run at the same time. Further calls wait in a queue.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [ConcurrencyLimitPlugin(4)])
/// ```
///
/// Calls wait in the order of their `CallOptions.Priority`, and within a priority in the order of arrival. A cancelled call
/// leaves the queue at once. When the queue is full, further calls fail with `.overloaded`.
///
/// A request runs until the plugins after this one have returned its response. With a streamed body, it runs until the
/// head of the response is received. Place this plugin after a plugin that retries, so that a delay between attempts
/// doesn't count as a running request.
///
/// Copies of a plugin share the limit, and so do providers that use the same plugin. A request that passes the
/// same plugin twice counts once, at the first copy.
public struct ConcurrencyLimitPlugin: Plugin {
    /// The requests that share a limit.
    public struct Scope: Sendable, Hashable {
        private enum Kind { case provider, host }

        private let kind: Kind

        /// All requests of the providers with this plugin.
        public static let provider = Scope(kind: .provider)

        /// The requests to one origin: scheme, host and port.
        public static let host = Scope(kind: .host)
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    /// The state that copies of the plugin share.
    private final class Permits: Sendable {
        let hosts: Locked<HostTable<PermitQueue<Continuation>>>

        init(_ hosts: HostTable<PermitQueue<Continuation>>) {
            self.hosts = Locked(hosts)
        }
    }

    private let scope: Scope
    private let maximum: Int
    private let maximumQueued: Int
    private let permits: Permits

    /// - Parameters:
    ///   - maximum: The number of requests that can run at the same time. Values below 1 mean 1.
    ///   - scope: The requests that share the limit. ``Scope/provider`` by default.
    ///   - maximumQueued: The maximum number of calls that wait. 1,000 by default. If 0, calls above the limit fail at
    ///     once.
    ///   - maximumHosts: The number of origins without running calls whose state is kept, for ``Scope/host``. 1,000 by
    ///     default.
    public init(
        _ maximum: Int,
        scope: Scope = .provider,
        maximumQueued: Int = 1_000,
        maximumHosts: Int = 1_000
    ) {
        self.scope = scope
        self.maximum = max(1, maximum)
        self.maximumQueued = maximumQueued
        let hosts = HostTable(maximumCount: maximumHosts) { firstTicket in
            PermitQueue<Continuation>(maximum: maximum, maximumQueued: maximumQueued, firstTicket: firstTicket)
        }
        permits = Permits(hosts)
    }

    /// Waits until the request may run, and sends it.
    ///
    /// - Throws: `TernError` with code `.overloaded` if the queue is full, and `.cancelled` at once when the call is
    ///   cancelled while it waits.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        guard let passage = Passage.begin(of: &request, through: permits) else {
            return try await next(request)
        }
        try Task.checkCancellation()
        let (host, admission) = admission(of: request)
        switch admission {
        case .granted: break
        case .refused: throw overload(host)
        case .queued(let ticket):
            // With one limit for all hosts, no other call could go first.
            if scope == .host { context.willWait() }
            try await wait(ticket, for: host)
        }
        defer {
            passage.end()
            permits.hosts.withLock { $0.with(host) { $0.release() } }?.resume()
        }
        return try await next(request)
    }

    // MARK: - Private

    private func admission(of request: Request) -> (host: Origin, PermitQueue<Continuation>.Admission) {
        let priority = request.attributes.priority
        let host = scope == .host ? Origin(request.url) : .any
        return (host, permits.hosts.withLock { $0.with(host) { $0.request(priority) } })
    }

    private func wait(_ ticket: Int, for host: Origin) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                switch permits.hosts.withLock({ $0.with(host) { $0.suspend(ticket, continuation) } }) {
                case .suspended: break
                case .granted: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            permits.hosts.withLock { $0.with(host) { $0.cancel(ticket) } }?.resume(throwing: CancellationError())
        }
    }

    private func overload(_ host: Origin) -> TernError {
        let place = scope == .host ? " for \(host)" : ""
        return TernError(
            .overloaded,
            reason: "The queue\(place) is full: \(max(0, maximumQueued)) calls wait for a request to end.",
            advice: "Make fewer calls at the same time, or raise maximumQueued of the ConcurrencyLimitPlugin."
        )
    }
}
