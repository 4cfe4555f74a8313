import Foundation
import Tern

/// The cache above a transport: it looks responses up, and decides. A ``CacheFetch`` sends its requests.
struct CacheLayer: TransportLayer {
    let cache: HTTPCache

    func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
        let use = request.attributes.cacheUse
        guard let key = key(of: request, use) else {
            if CacheDecision.isOnlyStored(request, use) { return Response(statusCode: 504) }
            return try await forward(request, hop, next)
        }
        let now = cache.now()
        let (decision, stored) = await decision(on: request, use, key, next, at: now)
        switch decision {
        case .serve(let response, let isFresh):
            return cache.serve(response, to: request, hop, isFresh: isFresh, at: now)
        case .serveAndRefresh(let response):
            refresh(stored, for: request, key, next)
            return cache.serve(response, to: request, hop, isFresh: false, at: now)
        case .fail:
            return Response(statusCode: 504)
        case .fetch(let fetch):
            let failure = FailureRule(for: request, use, staleOnFailure: cache.staleOnFailure)
            return try await CacheFetch(cache: cache, request: request, key: key, fetch: fetch, failure: failure)
                .response(hop, next)
        }
    }

    /// The stored response if it is fresh. Nothing is sent.
    func freshResponse(to request: Request) async -> Response? {
        let use = request.attributes.cacheUse
        guard let key = key(of: request, use) else { return nil }
        let now = cache.now()
        guard
            case .serve(let stored, isFresh: true) = await decision(on: request, use, key, DefaultEngine(), at: now)
                .decision
        else { return nil }
        var response = cache.serve(stored, to: request, Hop(), isFresh: true, at: now)
        guard let stream = response.stream else { return response }
        var body = Data()
        do { for try await piece in stream { body.append(piece) } } catch { return nil }
        response.body = .data(body)
        return response
    }

    // MARK: - Private

    /// The decision on a request, and the stored responses that suit it.
    ///
    /// - Parameter transport: The one that would deliver the response.
    private func decision(
        on request: Request,
        _ use: Request.CacheUse,
        _ key: CacheKey,
        _ transport: any Transport,
        at now: Date
    ) async -> (decision: CacheDecision, stored: [StoredResponse]) {
        let known = cache.tiers.responsesInMemory(for: key).suiting(request, transport)
        let decision = CacheDecision(for: request, use, stored: known, at: now)
        if decision.hasSelected || cache.tiers.disk == nil { return (decision, known) }
        let stored = await cache.tiers.responses(for: key).suiting(request, transport)
        return (CacheDecision(for: request, use, stored: stored, at: now), stored)
    }

    /// The key under which the response is looked up. `nil` if the cache isn't used.
    private func key(of request: Request, _ use: Request.CacheUse) -> CacheKey? {
        guard use != .bypass, !CacheControl(request.headers).forbidsStorage else { return nil }
        return CacheKey(request, partition: cache.partitions.partition(of: request))
    }

    /// Sends a request whose response isn't looked up, and removes the stored responses that it makes invalid.
    private func forward(_ request: Request, _ hop: Hop, _ next: any Transport) async throws -> Response {
        let requestTime = cache.now()
        let response = try await next.send(request, hop: hop)
        let (status, headers) = (response.statusCode, response.headers)
        for resource in Invalidation.resources(after: request, status: status, headers: headers) {
            await cache.removeAll(.resource(resource))
        }
        guard request.attributes.cacheUse != .bypass,
            Invalidation.isResponseToGet(request, status: status, headers: headers)
        else { return response }
        return await storing(response, of: request, from: requestTime)
    }

    /// Stores the response to a POST as that of a GET.
    private func storing(_ response: Response, of request: Request, from requestTime: Date) async -> Response {
        var get = request
        (get.method, get.body) = (.get, nil)
        guard let key = CacheKey(get, partition: cache.partitions.partition(of: request)) else { return response }
        let head = ResponseDecision.Head(response, in: cache, from: requestTime, to: cache.now())
        guard case .store(let stored) = ResponseDecision.storing(head, request.headers) else { return response }
        return await cache.storing(response, as: stored, cache.fills.begin(key))
    }

    /// Validates stored responses in the background.
    private func refresh(_ stored: [StoredResponse], for call: Request, _ key: CacheKey, _ next: any Transport) {
        var request = call
        request.delivery = .collected(limit: cache.maximumEntryBytes)
        if request.method == .head { request.method = .get }
        request.headers.remove("Range")
        let stored = stored.suiting(request, next)
        let decision = CacheDecision(for: request, .reload, stored: stored, at: cache.now())
        guard case .fetch(let fetch) = decision else { return }
        let failure = FailureRule(for: request, .reload, staleOnFailure: .zero)
        let work = CacheFetch(cache: cache, request: request, key: key, fetch: fetch, failure: failure)
        cache.refreshes.run(key, for: request.url) {
            work.cache.counts.withLock { $0.refreshes += 1 }
            // A failure leaves the stored response as it is.
            try? await work.response(Hop(followsRedirects: false), next).readBody(limit: work.cache.maximumEntryBytes)
        }
    }
}

extension [StoredResponse] {
    /// - Parameter transport: The one that would deliver the response.
    fileprivate func suiting(_ request: Request, _ transport: any Transport) -> [StoredResponse] {
        guard contains(where: \.isCoded) else { return self }
        return suiting(request) { transport.decodesResponse(to: request, with: $0) }
    }
}

/// Where the transport isn't known: one that decodes by default.
private struct DefaultEngine: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response { throw TernError(.transportFailed) }
}

extension Response {
    /// Reads the body to its end, which stores it. A longer one than the limit isn't stored.
    fileprivate func readBody(limit: Int) async throws {
        guard let stream else { return }
        var bytes = 0
        for try await piece in stream {
            bytes += piece.count
            if bytes > limit { return }
        }
    }
}
