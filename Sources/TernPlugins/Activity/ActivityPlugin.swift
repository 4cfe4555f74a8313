import Tern

/// Reports the beginning and the end of calls, for example for an activity indicator.
///
/// ```swift
/// let (counts, sink) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
/// let github = Provider<GitHub>(plugins: [ActivityPlugin { sink.yield($0.count) }])
///
/// for await count in counts { indicator.isVisible = count > 0 }       // on the main actor
/// ```
///
/// Each beginning has exactly one end: after a response, an error, a cancellation, and an error of another plugin. The
/// count is never negative, and is 0 when no call runs. Providers that share the plugin share the count. A streaming
/// call ends when the head of its response is received.
///
/// If this plugin precedes a plugin that retries in the array, it reports one beginning and one end for each call,
/// including the pauses between the attempts. If it follows such a plugin, it reports each attempt. It doesn't observe
/// the errors of plugins that precede it.
public struct ActivityPlugin: Plugin {
    private struct Log {
        var count = 0
        var waiting: [NetworkActivity] = []
    }

    private let delivery: SerialDelivery<Log, NetworkActivity>

    /// - Parameter report: Receives each change. The closure isn't isolated to an actor. It runs on the thread of a
    ///   call, and the call waits for it, so it should return quickly. It is called for one change at a time, in the
    ///   order of the changes, so each count differs by one from the count before. If several calls change at once, one
    ///   of them reports for the others.
    public init(_ report: @escaping @Sendable (NetworkActivity) -> Void) {
        delivery = SerialDelivery(
            Log(),
            take: { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() },
            deliver: report
        )
    }

    /// The number of running calls.
    public var count: Int { delivery.state.count }

    /// Reports the beginning and the end of the rest of the call.
    ///
    /// - Throws: The error of the rest of the call.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        note(.began, of: context.target)
        defer { note(.ended, of: context.target) }
        return try await next(request)
    }

    // MARK: - Private

    private func note(_ change: NetworkActivity.Change, of target: any TargetType) {
        delivery.update { log in
            log.count += change == .began ? 1 : -1
            log.waiting.append(NetworkActivity(change: change, count: log.count, target: target))
        }
    }
}
