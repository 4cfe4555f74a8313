import Foundation
import Tern
import TernCache

/// The picture of a job before its transforms: from the cache, the network, or the URL itself.
extension ImagePipeline {
    /// - Parameter response: Set as soon as a response has been received.
    func source(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ response: inout Response?
    ) async throws(TernError) -> (Value, Bool) {
        guard !request.url.isLocal else {
            try await grant(id)
            return try await decoded(try limits.encodedImage(ofLocalURL: request.url), for: request)
        }
        let use: Request.CacheUse = request.cachePolicy == .reload ? .reload : .standard
        if cache != nil, use == .standard {
            response = await stored(request)
            if response == nil { perform { $0.queueDownload(of: id) } }
        }
        do throws(TernError) {
            return try await picture(id, request, use, &response)
        } catch {
            guard error.code == .decodingFailed, let status = response?.cache, status.isOfStoredResponse else {
                throw error
            }
            // What is stored is no picture. The server may have one.
            await removeStored(request)
            response = nil
            perform { $0.queueDownload(of: id) }
            return try await picture(id, request, .reload, &response)
        }
    }

    /// The picture of a response.
    ///
    /// - Parameter response: The stored response. Otherwise, it is set as soon as a response has been received.
    private func picture(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ use: Request.CacheUse,
        _ response: inout Response?
    ) async throws(TernError) -> (Value, Bool) {
        let received: Response
        if let response {
            received = response
        } else {
            try await grant(id)
            received = try await download(id, request, use)
            response = received
        }
        let encoded = try limits.encodedImage(of: received)
        perform { $0.downloaded(id) }
        try await grant(id)
        let picture = try await decoded(encoded, for: request)
        // The next load may receive the whole picture.
        if !picture.isWhole { await removeStored(request) }
        return picture
    }

    private func decoded(
        _ encoded: EncodedImage,
        for request: ImageRequest<Value>
    ) async throws(TernError) -> (value: Value, isWhole: Bool) {
        state.withLock { $0.counts.decodes += 1 }
        let value = try await ImageFailure.decoding { [decoder] in
            try await decoder.decode(encoded, for: request.targetSize)
        }
        return (value, !encoded.isTruncated)
    }

    /// The stored response of a picture, if it is fresh. `nil` for a picture that needs credentials: a plugin adds them
    /// to the request, and the picture that is stored without them may be another one.
    private func stored(_ request: ImageRequest<Value>) async -> Response? {
        let target = target(of: request)
        guard let cache, target.authorization == .none, var lookup = try? Endpoint(target).request() else { return nil }
        lookup.attributes.cacheKey = request.cacheKey
        // Another status is no picture: the provider follows a stored redirect, and refuses a failure.
        guard let response = await cache.freshResponse(to: lookup), response.statusCode == 200 else { return nil }
        state.withLock { $0.counts.storedHits += 1 }
        return response
    }

    func removeStored(_ request: ImageRequest<Value>) async {
        if let key = request.cacheKey { await cache?.remove(cacheKey: key) } else { await cache?.remove(request.url) }
    }

    /// The target of the download, with credentials if its origin may receive them.
    private func target(of request: ImageRequest<Value>) -> ImageTarget {
        let isAuthorized = authorizedOrigins.contains { $0.hasSameOrigin(as: request.url) }
        let authorization = isAuthorized ? request.authorization : .none
        return ImageTarget(request.url, headers: request.headers, authorization: authorization)
    }

    private func download(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ use: Request.CacheUse
    ) async throws(TernError) -> Response {
        let priority = state.withLock { state in
            state.counts.downloads += 1
            return state.jobs[id]?.priorities.highest ?? .normal
        }
        var options = CallOptions(delivery: .collected(limit: max(0, limits.maximumBytes)))
        options.priority = priority
        options.attributes[DownloadSlotPlugin.Slot.self] = DownloadSlot(of: id, in: self)
        options.attributes[WaitHandlerKey.self] = { [self] in perform { $0.giveUpDownload(of: id) } }
        options.progress = { [self] progress in perform { $0.report(progress, of: id) } }
        if cache != nil { (options.cacheUse, options.cacheKey) = (use, request.cacheKey) }
        return try await fetch(target(of: request), options)
    }
}

extension Response.CacheStatus {
    fileprivate var isOfStoredResponse: Bool {
        if case .fetched = self { false } else { true }
    }
}
