import Foundation
import Tern

/// Sends `traceparent` and `tracestate` (W3C Trace Context), so that the spans of servers belong to the trace of the
/// caller.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [TracePlugin()])
/// ```
///
/// Each attempt is a span with a separate id. Its parent is the ``TraceParent`` of the call's options, or else
/// ``TraceContext/current``. Without a parent, a new trace begins. Fields of these names in the request are replaced.
///
/// If this plugin follows a plugin that retries, each attempt is a span. If it precedes such a plugin, the whole call
/// is a span. With one `TracePlugin` before and another one after the retries, the spans of the attempts have the span
/// of the call as their parent, and share its trace.
///
/// The fields go only to the origins (scheme, host and port) of `RequestContext.origins`: those of the target's base URL
/// and of the endpoint closure's URL, unless `isSent` decides otherwise. The request's URL at this plugin counts: place the plugin after a plugin that changes the URL. A redirect
/// to another origin is sent without them, unless `TargetType.crossOriginHeaders` contains their names. Requests that
/// share a response with `trackInflights` needn't have equal traces: the server receives the trace of the first request.
///
/// To record spans with a tracing library, pass a `startSpan` closure.
public struct TracePlugin: Plugin {
    /// Starts the span of an attempt. `nil` if it isn't recorded.
    public typealias StartSpan = @Sendable (TraceAttempt) -> TraceSpan?

    private let ids: Locked<TraceIDs>
    private let isSampled: Bool
    private let isSent: @Sendable (Request, RequestContext) -> Bool
    private let startSpan: StartSpan?

    /// - Parameters:
    ///   - isSampled: Whether traces that begin here are marked as recorded (flag `sampled`). A trace with a parent
    ///     keeps the parent's flag. `true` by default.
    ///   - startSpan: Starts a span for each attempt, on the caller's thread. `nil` by default.
    ///   - isSent: Decides whether a request gets the fields. ``isOfOwnOrigin(_:_:)`` by default.
    ///   - random: Creates the seed of the ids, once. The system's random source by default.
    public init(
        isSampled: Bool = true,
        startSpan: StartSpan? = nil,
        where isSent: @escaping @Sendable (_ request: Request, _ context: RequestContext) -> Bool = isOfOwnOrigin,
        random: () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        ids = Locked(TraceIDs(random))
        self.isSampled = isSampled
        self.isSent = isSent
        self.startSpan = startSpan
    }

    /// Whether the request goes to one of `RequestContext.origins`. It goes to another origin if a request closure or a
    /// plugin has changed the URL.
    public static func isOfOwnOrigin(_ request: Request, _ context: RequestContext) -> Bool {
        context.origins.contains { request.url.hasSameOrigin(as: $0) }
    }

    /// Adds the trace fields to the request, and runs the rest of the call in a span.
    ///
    /// - Throws: The error of the rest of the call.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let parent = request.attributes[TraceParent.self] ?? TraceContext.current
        var trace = makeTrace(parent)
        let span = startSpan?(TraceAttempt(request: request, context: context, trace: trace, parent: parent))
        if let field = span?.headers["traceparent"] {
            let state = span?.headers.values(for: "tracestate") ?? []
            trace = TraceContext(traceparent: field, tracestate: state) ?? trace
        }
        var request = request
        request.attributes[TraceParent.self] = trace
        if isSent(request, context) {
            request.headers["traceparent"] = trace.traceparent
            request.headers["tracestate"] = trace.state.isEmpty ? nil : trace.state
            if let headers = span?.headers, !headers.isEmpty { request.headers = request.headers.merging(headers) }
        }
        guard let span else { return try await next(request) }
        do {
            let response = try await next(request)
            span.end(.success(response))
            return response
        } catch let error as TernError {
            span.end(.failure(error))
            throw error
        }
    }

    // MARK: - Private

    private func makeTrace(_ parent: TraceContext?) -> TraceContext {
        ids.withLock { ids in
            if let parent { return parent.child(ids.next()) }
            let (high, low) = (ids.next(), ids.next())
            return TraceContext(traceHigh: high, traceLow: low, span: ids.next(), isSampled: isSampled, state: "")
        }
    }
}
