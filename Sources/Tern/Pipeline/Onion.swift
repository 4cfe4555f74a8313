import Foundation

/// The plugins around one call, and what stands in their middle.
struct Onion: Sendable {
    let plugins: [any Plugin]

    /// Sends one request: transport and validation.
    let core: @Sendable (URLRequest, RequestContext) async throws(TernError) -> Response

    func run(_ request: URLRequest, context: RequestContext) async throws(TernError) -> Response {
        try await run(request, context: context, from: 0, attempts: Locked(context.attempt))
    }

    /// - Parameter attempts: The highest attempt number given so far in this call.
    private func run(
        _ request: URLRequest,
        context: RequestContext,
        from index: Int,
        attempts: Locked<Int>
    ) async throws(TernError) -> Response {
        guard index < plugins.count else { return try await core(request, context) }
        let plugin = plugins[index]
        let isFirst = Locked(true)
        do {
            return try await plugin.intercept(request, context: context) { request in
                var inner = context
                let wasFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if !wasFirst {
                    inner.attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                }
                return try await run(request, context: inner, from: index + 1, attempts: attempts)
            }
        } catch {
            throw TernError.wrapping(error, as: .pluginFailed, thrownBy: "Plugin \(type(of: plugin))")
                .about(target: context.target, request: request)
        }
    }
}
