/// Runs the plugins of one call. The first plugin is the outermost; the last one wraps the rest of the pipeline.
struct PluginChain<Next: Transport>: Sendable {
    let plugins: [ChainedPlugin]
    let attempt: Attempt<Next>

    // All async methods are inlined, since separate async functions take more time in each call.

    @inline(__always)
    func run(_ request: Request, context: RequestContext) async throws(TernError) -> Response {
        do throws(TernError) {
            var response = try await run(request, context: context, from: 0)
            // A plugin may have created the response.
            if !response.hasTarget { response.setTarget(context.target) }
            response.attempts = context.sentCount
            return response
        } catch {
            throw TernError(error, attempts: context.sentCount)
        }
    }

    @inline(__always)
    private func run(
        _ request: Request,
        context: RequestContext,
        from index: Int
    ) async throws(TernError) -> Response {
        guard index < plugins.count else { return try await send(request, context: context) }
        let plugin = plugins[index]
        do {
            return try await plugin.plugin.intercept(request, context: context) { request in
                let inner = context.begun(by: index)
                guard plugin.hasInnerHooks else {
                    return try await run(request, context: inner, from: index + 1)
                }
                return try await runInside(plugin.plugin, request, context: inner, from: index + 1)
            }
        } catch {
            throw wrapped(error, thrownBy: plugin.plugin, request, context: context)
        }
    }

    /// Performs one call of a plugin's `next`: the plugin's hooks, and the rest of the chain between them.
    @inline(__always)
    private func runInside(
        _ plugin: any Plugin,
        _ request: Request,
        context: RequestContext,
        from index: Int
    ) async throws(TernError) -> Response {
        let prepared: Request
        do {
            prepared = try await plugin.prepare(request, context: context)
        } catch {
            throw wrapped(error, thrownBy: plugin, request, context: context)
        }
        await plugin.willSend(prepared, context: context)
        do throws(TernError) {
            let response = try await run(prepared, context: context, from: index)
            await plugin.didReceive(.success(response), context: context)
            return response
        } catch {
            await plugin.didReceive(.failure(error), context: context)
            throw error
        }
    }

    private func wrapped(
        _ error: any Error,
        thrownBy plugin: any Plugin,
        _ request: Request,
        context: RequestContext
    ) -> TernError {
        TernError.wrapping(error, thrownBy: .plugin(type(of: plugin)))
            .about(target: context.target, request: request, attempts: context.sentCount)
    }

    @inline(__always)
    private func send(
        _ request: Request,
        context: RequestContext
    ) async throws(TernError) -> Response {
        do throws(TernError) {
            var response = try await attempt.send(request, context: context)
            response.attempts = context.addSent(response.attempts)
            return response
        } catch {
            let sent = context.addSent(error.attempts)
            throw error.counting(earlierRequests: sent - error.attempts)
        }
    }
}
