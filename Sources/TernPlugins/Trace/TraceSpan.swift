import Tern

/// A span that is about to begin, as the `startSpan` closure of a ``TracePlugin`` receives it.
public struct TraceAttempt: Sendable {
    /// The request, without the fields of the trace.
    public let request: Request

    /// The target, the number of the attempt and the clock.
    public let context: RequestContext

    /// The trace and the span that the request gets, unless ``TraceSpan/headers`` contains other values.
    public let trace: TraceContext

    /// The parent. `nil` if the trace begins here.
    public let parent: TraceContext?

    /// The type and the case of the target, without arguments, such as `"GitHub.user"`.
    public var name: String { targetName(of: context.target) }
}

/// A span of a tracing library, as the `startSpan` closure of a ``TracePlugin`` returns it.
public struct TraceSpan: Sendable {
    /// Header fields for the request, such as the fields that a tracing library injects. A `traceparent` field replaces
    /// the plugin's `traceparent`. Empty by default.
    public var headers: HTTPHeaders

    /// Receives the response or the error, exactly once.
    public var end: @Sendable (Result<Response, TernError>) -> Void

    /// Creates a span.
    public init(headers: HTTPHeaders = [:], end: @escaping @Sendable (Result<Response, TernError>) -> Void) {
        self.headers = headers
        self.end = end
    }
}

extension TraceAttempt: CustomStringConvertible, TextReflectable {
    /// The name, the number of the attempt, and the `traceparent`.
    public var description: String { "\(name), attempt \(context.attempt), \(trace)" }
}

extension TraceSpan: CustomStringConvertible, TextReflectable {
    /// The names of the fields.
    public var description: String { "span with fields \(headers.map(\.name))" }
}
