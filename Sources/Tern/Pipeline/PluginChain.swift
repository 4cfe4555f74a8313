/// Runs the plugins of one call. The first plugin is the outermost; the last one wraps the rest of the pipeline.
struct PluginChain<Next: Transport>: Sendable {
    private let plugins: [ChainedPlugin]
    private let attempt: Attempt<Next>
    private let attempts: Locked<CallAttempts>

    init(plugins: [ChainedPlugin], attempt: Attempt<Next>, context: RequestContext) {
        self.plugins = plugins
        self.attempt = attempt
        // The context of a call without plugins has no attempts, and such a call has no chain.
        attempts = context.attempts ?? Locked(CallAttempts(first: context.attempt))
    }

    // Inlined, since a separate async function takes more time in each call.
    @inline(__always)
    func run(_ request: Request, context: RequestContext) async throws(TernError) -> Response {
        do throws(TernError) {
            var response = try await run(request, context: context, from: 0)
            // A plugin may have created the response.
            if !response.hasTarget { response.setTarget(context.target) }
            response.attempts = attempts.withLock(\.sent)
            return response
        } catch {
            throw TernError(error, attempts: attempts.withLock(\.sent))
        }
    }

    private func run(
        _ request: Request,
        context: RequestContext,
        from index: Int
    ) async throws(TernError) -> Response {
        guard index < plugins.count else { return try await send(request, context: context) }
        let plugin = plugins[index]
        do {
            return try await plugin.plugin.intercept(request, context: context) { request in
                var inner = context
                inner.attempt = attempts.withLock { $0.begin(context.attempt, of: index) }
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
            .about(target: context.target, request: request, attempts: attempts.withLock(\.sent))
    }

    private func send(
        _ request: Request,
        context: RequestContext
    ) async throws(TernError) -> Response {
        do throws(TernError) {
            var response = try await attempt.send(request, context: context)
            response.attempts = addSent(response.attempts)
            return response
        } catch {
            let sent = addSent(error.attempts)
            throw error.counting(earlierRequests: sent - error.attempts)
        }
    }

    /// Adds the number of times that one attempt sent the request, and returns the sum of all attempts.
    private func addSent(_ count: Int) -> Int {
        attempts.withLock { attempts in
            attempts.sent += count
            return attempts.sent
        }
    }
}
