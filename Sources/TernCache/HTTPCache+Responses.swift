import Foundation
import Tern

extension HTTPCache {
    /// The response from a stored one.
    func serve(
        _ stored: StoredResponse,
        to request: Request,
        _ hop: Hop,
        isFresh: Bool,
        at now: Date
    ) -> Response {
        counts.withLock { counts in
            if isFresh { counts.hits += 1 } else { counts.staleHits += 1 }
        }
        let age = stored.freshness.age(at: now)
        var response = response(from: stored, to: request, hop, age: age)
        response.cache = isFresh ? .hit(age: age) : .stale(age: age)
        return response
    }

    /// The response from a stored one that a 304 confirms.
    func revalidated(_ stored: StoredResponse, by confirmation: Response, to request: Request, _ hop: Hop) -> Response {
        counts.withLock { $0.revalidations += 1 }
        var response = response(from: stored, to: request, hop, age: stored.freshness.initialAge)
        response.cache = .revalidated
        response.metrics = confirmation.metrics
        return response
    }

    func fetched(_ response: Response, isStored: Bool) -> Response {
        counts.withLock { $0.fetches += 1 }
        var response = response
        response.cache = .fetched(stored: isStored)
        return response
    }

    /// The response of the server, whose body is stored while it is read.
    func storing(_ response: Response, as stored: StoredResponse, _ fill: Fill) async -> Response {
        let expected = response.announcedBytes
        guard let writer = tiers.writer(of: stored, for: fill.key, expectedBytes: expected.map { Int(clamping: $0) })
        else {
            return fetched(response, isStored: false)
        }
        let copy = BodyCopy(writer, fill, expectedBytes: expected)
        return fetched(await response.copied(to: copy), isStored: true)
    }

    // MARK: - Private

    private func response(from stored: StoredResponse, to request: Request, _ hop: Hop, age: Duration) -> Response {
        var status = stored.status
        var headers = stored.headers(withAge: age)
        var range = 0..<(request.method == .head ? 0 : stored.body.count)
        if case .part(let part) = ByteRange.answer(to: request.headers, from: stored), request.method == .get {
            status = 206
            headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(range.count)"
            headers["Content-Length"] = "\(part.count)"
            range = part
        }
        let body = stored.body.part(range, trailers: stored.trailers, progress: hop.progress)
        var response = Response(statusCode: status, headers: headers, body: body, trailers: stored.trailers)
        if stored.isDecoded { response.isDecoded = true }
        return response
    }
}
