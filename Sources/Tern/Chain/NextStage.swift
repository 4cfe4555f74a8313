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

    /// The call, and its attempt.
    var context: RequestContext
    /// Receives progress updates from the later stages. `nil` if the call has no progress handler.
    var progress: ProgressSink?
    /// Which requests count, with layers above the transport. `nil` without layers.
    var layerSendings: Locked<LayerSendings>?
    private let index: Int

    init(_ context: RequestContext, _ index: Int, progress: ProgressSink? = nil) {
        self.context = context
        self.index = index
        self.progress = progress
    }

    /// A pipeline of this closure, for the test of a plugin.
    public init(_ send: @escaping Send) {
        let exchange = Exchange(target: NoTarget(), clock: Box(ContinuousClock()), stages: [ClosureStage(body: send)])
        self.init(RequestContext(exchange), 0)
    }

    /// Sends the request of a plugin through the rest of the pipeline. Each call begins an attempt.
    ///
    /// - Throws: The `TernError` of the attempt.
    public func callAsFunction(_ request: Request) async throws -> Response {
        try await NextStage(context.beginning(by: index), index, progress: progress).send(request)
    }

    /// Sends a request through the rest of the pipeline.
    @inline(__always)
    func send(_ request: Request) async throws(TernError) -> Response {
        var next = NextStage(context, index + 1, progress: progress)
        next.layerSendings = layerSendings
        return try await context.exchange.stages[index].send(request, next: next)
    }

    /// The same stages for another exchange.
    func with(_ exchange: Exchange, progress: ProgressSink?) -> NextStage {
        NextStage(RequestContext(exchange, attempt: context.attempt), index, progress: progress)
    }

    var exchange: Exchange { context.exchange }

    func observe(_ event: @autoclosure () -> ExchangeEvent) {
        if let observer = exchange.observer { observer.observe(event(), of: context) }
    }

    /// Counts a request that is given to the transport or the stub.
    func willSend(_ request: Request) {
        exchange.addSent(1)
        observe(.sent(request))
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
