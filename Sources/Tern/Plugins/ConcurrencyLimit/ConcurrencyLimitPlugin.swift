/// Limits the number of requests that run at the same time. Further calls wait in a queue.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [ConcurrencyLimitPlugin(4)])
/// ```
///
/// Calls wait in the order of their ``CallPriority``, and within a priority in the order of arrival. A cancelled call
/// leaves the queue at once. When the queue is full, further calls fail with `.overloaded`.
///
/// A request runs until the plugins after this one have returned its response. With a streamed body, it runs until the
/// head of the response is received. Place this plugin after a plugin that retries, so that a delay between attempts
/// doesn't count as a running request.
///
/// Copies of a plugin share the limit, and so do providers that use the same plugin. If the plugins of one provider
/// contain several copies, only the last copy is used. A request that passes the same plugin twice in another way
/// counts once.
public struct ConcurrencyLimitPlugin: Plugin, SharedStatePlugin, LimitingPlugin {
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

    /// A class, since its identity identifies the plugin and its copies.
    ///
    /// Each request has its ``Permit`` as an attribute of this object.
    private final class Permits: Sendable {
        let hosts: Locked<HostTable<PermitQueue<Continuation>>>

        init(_ hosts: HostTable<PermitQueue<Continuation>>) {
            self.hosts = Locked(hosts)
        }
    }

    /// The permit of a request. A released permit stays in the attributes, since a response and an error keep their
    /// request, which a plugin may send again.
    private final class Permit: Sendable {
        // Unsafe only by its type: it is read and written only under the lock of `Permits`. A lock for each permit would
        // take more time in each call.
        nonisolated(unsafe) var isHeld = true
    }

    private let scope: Scope
    private let maximum: Int
    private let maximumQueued: Int
    private let permits: Permits

    var stateID: ObjectIdentifier { ObjectIdentifier(permits) }

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
        if context.isExplanation || hasPermit(request) { return try await next(request) }
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
        let permit = Permit()
        defer { release(permit, of: host) }
        var request = request
        request.attributes.set(permit, of: permits)
        return try await next(request)
    }

    func limits(of request: Request, _ target: any TargetType) -> [String] {
        let requests = scope == .host ? "requests to each host" : "requests"
        return ["sends at most \(maximum) \(requests) at the same time", "lets \(max(0, maximumQueued)) calls wait"]
    }

    // MARK: - Private

    private func hasPermit(_ request: Request) -> Bool {
        guard let permit = request.attributes.value(of: permits, as: Permit.self) else { return false }
        return permits.hosts.withLock { _ in permit.isHeld }
    }

    private func admission(of request: Request) -> (host: Origin, PermitQueue<Continuation>.Admission) {
        let priority = request.attributes[CallPriority.self]
        let url = scope == .host ? request.url.absoluteString : nil
        return permits.hosts.withLock { hosts in
            let host = url.map { hosts.host(ofURL: $0) } ?? .any
            return (host, hosts.with(host) { $0.request(priority) })
        }
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

    // Not inlined, since an async function allocates memory for each value whose size depends on the standard library,
    // such as a continuation.
    @inline(never)
    private func release(_ permit: Permit, of host: Origin) {
        let isReleased = permits.hosts.withLock { hosts in
            permit.isHeld = false
            return hosts.with(host) { $0.releaseWithoutQueue() }
        }
        if isReleased { return }
        permits.hosts.withLock { $0.with(host) { $0.release() } }?.resume()
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
