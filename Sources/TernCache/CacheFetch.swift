import Foundation
import Tern

/// A request that a cache sends, and the changes of the stored responses by its response.
struct CacheFetch: Sendable {
    let cache: HTTPCache
    /// As the cache received it.
    let request: Request
    let key: CacheKey
    let fetch: CacheDecision.Fetch
    let failure: FailureRule

    func response(_ hop: Hop, _ next: any Transport) async throws -> Response {
        var outgoing = request
        fetch.conditions?.add(to: &outgoing)
        let fill = cache.fills.begin(key)
        let requestTime = cache.now()
        let response: Response
        do {
            response = try await next.send(outgoing, hop: hop)
        } catch {
            let now = cache.now()
            guard FailureRule.isFailure(error), let stored = fetch.selected, failure.allows(stored, at: now) else {
                throw error
            }
            return cache.serve(stored, to: request, hop, isFresh: false, at: now)
        }
        let head = ResponseDecision.Head(response, in: cache, from: requestTime, to: cache.now())
        return try await apply(ResponseDecision(head, to: request, fetch, failure), to: response, fill, hop, next)
    }

    // MARK: - Private

    private func apply(
        _ decision: ResponseDecision,
        to response: Response,
        _ fill: Fill,
        _ hop: Hop,
        _ next: any Transport
    ) async throws -> Response {
        switch decision {
        case .pass:
            return cache.fetched(response, isStored: false)
        case .store(let stored):
            return await cache.storing(response, as: stored, fill)
        case .remove:
            for stored in await cache.tiers.responses(for: key) where stored.matches(request.headers) {
                await cache.tiers.remove(stored, for: key)
            }
            return cache.fetched(response, isStored: false)
        case .serveStale(let stored):
            // The body isn't read: a server that fails may never end it.
            return cache.serve(stored, to: request, hop, isFresh: false, at: cache.now())
        case .update(let update):
            if update.isStorable {
                await cache.tiers.replace(update.old, by: update.new, for: key, fill)
            } else {
                await cache.tiers.remove(update.old, for: key)
            }
            guard update.isServed else { return cache.fetched(response, isStored: false) }
            await response.discardBody()
            return cache.revalidated(update.new, by: response, to: request, hop)
        case .repeatWithoutConditions:
            await response.discardBody()
            let plain = CacheFetch(
                cache: cache,
                request: request,
                key: key,
                fetch: CacheDecision.Fetch(selected: fetch.selected, stored: fetch.stored),
                failure: failure
            )
            return try await plain.response(hop, next)
        }
    }
}

extension ResponseDecision.Head {
    init(_ response: Response, in cache: HTTPCache, from requestTime: Date, to responseTime: Date) {
        self.init(
            key: cache.secret,
            id: cache.makeID(),
            status: response.statusCode,
            headers: response.headers,
            isDecoded: response.isDecoded,
            requestTime: requestTime,
            responseTime: responseTime
        )
    }
}
