import Foundation
import Tern

/// The resources whose stored responses an unsafe request makes invalid (RFC 9111, section 4.4).
enum Invalidation {
    static func resources(after request: Request, status: Int, headers: HTTPHeaders) -> [CacheKey.Resource] {
        guard !request.method.isSafe, (200..<400).contains(status) else { return [] }
        let places = ["Location", "Content-Location"].flatMap { headers.values(for: $0) }
            .compactMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
            .filter { $0.hasSameOrigin(as: request.url) }
        return [CacheKey.Resource(of: request), CacheKey.Resource(request.url)] + places.map(CacheKey.Resource.init)
    }

    /// Whether the response to a POST is that of a GET to the same URL, and says how long it is fresh (RFC 9110, section
    /// 9.3.3).
    static func isResponseToGet(_ request: Request, status: Int, headers: HTTPHeaders) -> Bool {
        guard request.method == .post, status == 200, let place = headers["Content-Location"],
            let url = URL(string: place, relativeTo: request.url)?.absoluteURL
        else { return false }
        let control = CacheControl(headers)
        return CacheKey.Resource(url) == CacheKey.Resource(request.url)
            && (control.maximumAge != nil || headers.contains("Expires"))
    }
}
