import Foundation

/// A stage of a call's pipeline. It passes the request on to the next stage, as often as it has to, and returns the
/// response.
protocol Stage: AnyObject, Sendable {
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response
}

/// The rest of a call's pipeline, below one stage.
public struct NextStage: Sendable {
    /// A function that sends a request.
    public typealias Send = nonisolated(nonsending) @Sendable (Request) async throws -> Response

    /// Receives the response to a request as soon as its head has arrived: its body is empty. If the target doesn't
    /// accept the response, the result is the error of validation.
    public typealias HeadHandler = @Sendable (_ head: Result<Response, TernError>) -> Void

    /// The call, and its attempt.
    var context: RequestContext
    /// The values that the transport needs besides the request.
    var hop: Hop
    /// Receives the head of each response. `nil` if no plugin has asked for it. In a box, since a stage copies it.
    private(set) var headHandler: Box<HeadHandler>?

    init(_ context: RequestContext, progress: ProgressSink? = nil) {
        self.context = context
        hop = Hop(progress)
    }

    /// A pipeline of this closure, for the test of a plugin.
    public init(_ send: @escaping Send) {
        let exchange = Exchange(target: NoTarget(), clock: Box(ContinuousClock()), stages: [ClosureStage(body: send)])
        self.init(RequestContext(exchange))
    }

    /// Sends the request of a plugin through the rest of the pipeline. Each call begins an attempt.
    ///
    /// - Throws: The `TernError` of the attempt.
    public func callAsFunction(_ request: Request) async throws -> Response {
        var next = self
        next.context = context.beginning()
        return try await next.send(request)
    }

    /// Sends the request of a plugin through the rest of the pipeline. Each call begins an attempt.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - onHead: Receives the head of the response, whether the body is collected, written to a file or streamed. Called
    ///     for each response to an attempt, before the function returns. Not called if no response arrives, if a later
    ///     plugin responds itself, or if the attempt shares the request of an equal call.
    /// - Throws: The `TernError` of the attempt.
    public func callAsFunction(_ request: Request, onHead: @escaping HeadHandler) async throws -> Response {
        var next = self
        next.headHandler = Box { [headHandler] head in
            onHead(head)
            headHandler?.value(head)
        }
        return try await next(request)
    }

    /// Sends a request through the rest of the pipeline.
    @inline(__always)
    func send(_ request: Request) async throws(TernError) -> Response {
        var next = self
        next.context.depth += 1
        return try await context.exchange.stages[context.depth].send(request, next: next)
    }

    /// The same stages for another exchange.
    func with(_ exchange: Exchange, progress: ProgressSink?) -> NextStage {
        var next = self
        next.context = RequestContext(exchange, attempt: context.attempt, depth: context.depth)
        next.progress = progress
        return next
    }

    /// Receives progress updates from the later stages. `nil` if the call has no progress handler.
    var progress: ProgressSink? {
        get { hop.sink }
        set { hop.sink = newValue }
    }

    var exchange: Exchange { context.exchange }

    func observe(_ event: @autoclosure () -> ExchangeEvent) {
        if let observer = exchange.observer { observer.observe(event(), of: context) }
    }

    private final class ClosureStage: Stage {
        let body: Send

        init(body: @escaping Send) {
            self.body = body
        }

        func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
            do { return try await body(request) } catch { throw .wrapping(error, thrownBy: .transport) }
        }
    }
}

/// The target of a request that isn't sent by a provider.
struct NoTarget: TargetType {
    var baseURL: URL { URL(filePath: "/") }
    var path: String { "" }
}
