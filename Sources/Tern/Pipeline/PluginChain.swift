import Foundation

/// Runs the plugins of one call. The first plugin is the outermost; the last one wraps the rest of the pipeline.
struct PluginChain: Sendable {
    let plugins: [ChainedPlugin]

    /// Performs one attempt: the rest of the pipeline. The third argument is the number of times that earlier attempts
    /// of the call sent the request.
    let send: @Sendable (Request, RequestContext, Int) async throws(TernError) -> Response

    /// The attempts of one call.
    private struct Attempts {
        /// The highest attempt number so far.
        private var last: Int
        /// The number of times that a request was sent.
        var sent = 0

        /// The number of the first attempt.
        private let first: Int
        /// The plugins that have called `next` in the first attempt, as one bit for each index below 64. Most calls
        /// have no other attempt.
        private var begunFirst: UInt64 = 0
        /// The other plugins that have called `next`, with the attempt in which they did.
        private var begun: [(index: Int, attempt: Int)] = []

        init(first: Int) {
            self.first = first
            last = first
        }

        /// Returns the attempt number for a call of `next`. A further call by the same plugin gets a new number.
        mutating func begin(_ attempt: Int, of index: Int) -> Int {
            if isFirst(attempt, of: index) { return attempt }
            last += 1
            return last
        }

        private mutating func isFirst(_ attempt: Int, of index: Int) -> Bool {
            if attempt == first, index < 64 {
                let bit: UInt64 = 1 << UInt64(index)
                defer { begunFirst |= bit }
                return begunFirst & bit == 0
            }
            if begun.contains(where: { $0.index == index && $0.attempt == attempt }) { return false }
            begun.append((index, attempt))
            return true
        }
    }

    func run(_ request: Request, context: RequestContext) async throws(TernError) -> Response {
        let attempts = Locked(Attempts(first: context.attempt))
        do throws(TernError) {
            var response = try await run(request, context: context, from: 0, attempts: attempts)
            // A plugin may have created the response.
            if response.target == nil { response.target = context.target }
            response.attempts = attempts.withLock(\.sent)
            return response
        } catch {
            throw TernError(error, attempts: attempts.withLock(\.sent))
        }
    }

    private func run(
        _ request: Request,
        context: RequestContext,
        from index: Int,
        attempts: Locked<Attempts>
    ) async throws(TernError) -> Response {
        guard index < plugins.count else { return try await send(request, context: context, attempts: attempts) }
        let plugin = plugins[index]
        do {
            return try await plugin.plugin.intercept(request, context: context) { request in
                var inner = context
                inner.attempt = attempts.withLock { $0.begin(context.attempt, of: index) }
                guard plugin.hasInnerHooks else {
                    return try await run(request, context: inner, from: index + 1, attempts: attempts)
                }
                return try await runInside(plugin.plugin, request, context: inner, from: index + 1, attempts: attempts)
            }
        } catch {
            throw wrapped(error, thrownBy: plugin.plugin, request, context: context, attempts: attempts)
        }
    }

    /// Performs one call of a plugin's `next`: the plugin's hooks, and the rest of the chain between them.
    private func runInside(
        _ plugin: any Plugin,
        _ request: Request,
        context: RequestContext,
        from index: Int,
        attempts: Locked<Attempts>
    ) async throws(TernError) -> Response {
        let prepared: Request
        do {
            prepared = try await plugin.prepare(request, context: context)
        } catch {
            throw wrapped(error, thrownBy: plugin, request, context: context, attempts: attempts)
        }
        await plugin.willSend(prepared, context: context)
        do throws(TernError) {
            let response = try await run(prepared, context: context, from: index, attempts: attempts)
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
        context: RequestContext,
        attempts: Locked<Attempts>
    ) -> TernError {
        TernError.wrapping(error, thrownBy: .plugin(type(of: plugin)))
            .about(target: context.target, request: request, attempts: attempts.withLock(\.sent))
    }

    private func send(
        _ request: Request,
        context: RequestContext,
        attempts: Locked<Attempts>
    ) async throws(TernError) -> Response {
        let before = attempts.withLock(\.sent)
        do throws(TernError) {
            let response = try await self.send(request, context, before)
            attempts.withLock { $0.sent += response.attempts - before }
            return response
        } catch {
            attempts.withLock { $0.sent += error.attempts - before }
            throw error
        }
    }
}
