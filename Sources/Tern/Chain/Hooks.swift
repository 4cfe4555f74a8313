/// A plugin of closures that change or observe requests.
///
/// ```swift
/// let version = Hooks(prepare: { request, _ in request.headers["User-Agent"] = "Example/1.0" })
/// let log = Hooks(didReceive: { result, context in print(context, (try? result.get())?.statusCode ?? 0) })
/// ```
///
/// The closures run on the caller's actor, once for each attempt.
public struct Hooks: Plugin {
    /// Changes a request before it is sent. An error ends the attempt before it is sent.
    public typealias Prepare =
        nonisolated(nonsending) @Sendable (_ request: inout Request, _ context: RequestContext) async throws -> Void
    /// Receives a request that is sent next.
    public typealias WillSend =
        nonisolated(nonsending) @Sendable (_ request: Request, _ context: RequestContext) async -> Void
    /// Receives the response or the error. Called once for each `willSend`, even if the call is cancelled.
    public typealias DidReceive =
        nonisolated(nonsending) @Sendable (_ result: Result<Response, TernError>, _ context: RequestContext) async ->
        Void

    private let prepare: Prepare?
    private let willSend: WillSend?
    private let didReceive: DidReceive?

    /// - Parameters:
    ///   - prepare: Changes the request. `nil` by default.
    ///   - willSend: Observes the request. `nil` by default.
    ///   - didReceive: Observes the response or the error. `nil` by default.
    public init(prepare: Prepare? = nil, willSend: WillSend? = nil, didReceive: DidReceive? = nil) {
        self.prepare = prepare
        self.willSend = willSend
        self.didReceive = didReceive
    }

    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        if let prepare { try await prepare(&request, context) }
        if let willSend { await willSend(request, context) }
        guard let didReceive else { return try await next(request) }
        let result: Result<Response, TernError>
        do {
            result = .success(try await next(request))
        } catch {
            result = .failure(.wrapping(error, thrownBy: .plugin(Self.self)))
        }
        await didReceive(result, context)
        return try result.get()
    }
}
