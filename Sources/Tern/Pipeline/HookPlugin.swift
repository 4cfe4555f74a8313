// Scaffolding of the proof: the hooks of the old `Plugin`, so that the suite's plugins needn't all be rewritten.
public protocol HookPlugin: Plugin {
    func prepare(_ request: Request, context: RequestContext) async throws -> Request
    func willSend(_ request: Request, context: RequestContext) async
    func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async
}

extension HookPlugin {
    public func prepare(_ request: Request, context: RequestContext) async throws -> Request { request }
    public func willSend(_ request: Request, context: RequestContext) async {}
    public func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async {}

    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await passing(request, context: context, next: next)
    }

    public func passing(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let request = try await prepare(request, context: context)
        await willSend(request, context: context)
        let result: Result<Response, TernError>
        do {
            result = .success(try await next(request))
        } catch {
            result = .failure(.wrapping(error, thrownBy: .plugin(Self.self)))
        }
        await didReceive(result, context: context)
        return try result.get()
    }
}
