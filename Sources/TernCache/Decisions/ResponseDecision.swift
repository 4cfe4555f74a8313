import Foundation
import Tern

/// The decision of a cache on the head of a response (RFC 9111, sections 3 and 4.3).
enum ResponseDecision: Sendable {
    /// The response is the caller's. Nothing is stored.
    case pass
    /// The response is the caller's, and is stored with its body.
    case store(StoredResponse)
    /// The response confirms a stored one.
    case update(Update)
    /// A 304 names no stored response, or the conditions are too large for the server: the request is sent without them.
    case repeatWithoutConditions
    /// A stored response replaces a failure of the server.
    case serveStale(StoredResponse)
    /// The response is the caller's. It isn't stored, and the stored ones that the request selects are removed.
    case remove

    struct Update: Sendable {
        let old: StoredResponse
        let new: StoredResponse
        /// Whether the new response is stored. Else the old one is removed.
        var isStorable: Bool
        /// Whether the new response is the caller's, and not the one that has arrived.
        var isServed: Bool
    }

    /// The head of a response, and the times around it.
    struct Head: Sendable {
        /// The key of the digests of selecting fields.
        var key: Data
        /// The id of the response, if it is stored.
        var id: UInt64
        var status: Int
        var headers: HTTPHeaders
        var isDecoded = false
        var requestTime: Date
        var responseTime: Date
    }

    /// - Parameter request: The request as the cache received it.
    init(_ head: Head, to request: Request, _ fetch: CacheDecision.Fetch, _ failure: FailureRule) {
        if head.status >= 500, let selected = fetch.selected, failure.allows(selected, at: head.responseTime) {
            self = .serveStale(selected)
        } else if head.status == 431, fetch.conditions != nil {
            self = .repeatWithoutConditions
        } else if head.status == 304 {
            self = Self.confirming(head, request, fetch)
        } else if request.method == .head {
            self = fetch.selected.map { Self.comparing($0, with: head, request) } ?? .pass
        } else if request.attributes.cacheKey != nil, (300..<400).contains(head.status) {
            // The key names what the redirect leads to. Stored under the key, it would lead to itself.
            self = .pass
        } else {
            self = Self.storing(head, request.headers)
            // A newer response that can't be stored has taken the place of the stored one.
            if case .pass = self, head.status == 200, !request.headers.contains("Range"), fetch.selected != nil {
                self = .remove
            }
        }
    }

    /// Whether and how a new response is stored.
    static func storing(_ head: Head, _ request: HTTPHeaders) -> ResponseDecision {
        let control = CacheControl(head.headers)
        guard Storability.isStorable(head.status, head.headers, control, request: request),
            let selecting = SelectingField.all(for: head.headers, of: request, key: head.key)
        else { return .pass }
        return .store(
            StoredResponse(
                id: head.id,
                status: head.status,
                headers: head.headers,
                isDecoded: head.isDecoded,
                selecting: selecting,
                requestTime: head.requestTime,
                responseTime: head.responseTime
            )
        )
    }

    // MARK: - Private

    /// A 304 (RFC 9111, section 4.3.4).
    private static func confirming(
        _ head: Head,
        _ request: Request,
        _ fetch: CacheDecision.Fetch
    ) -> ResponseDecision {
        let isOurs = fetch.conditions != nil
        guard let old = confirmed(by: head, fetch) else { return isOurs ? .repeatWithoutConditions : .pass }
        return .update(update(old, head, request, isServed: isOurs))
    }

    private static func confirmed(by head: Head, _ fetch: CacheDecision.Fetch) -> StoredResponse? {
        guard let tag = head.headers.values(for: "ETag").first.flatMap(EntityTag.init) else {
            // With several tags, it may confirm another response than the selected one.
            let isClear = fetch.conditions?.tags.allSatisfy { $0 == fetch.selected?.etag } ?? false
            return isClear ? fetch.selected : nil
        }
        let candidates = [fetch.selected].compactMap(\.self) + fetch.stored
        if let named = candidates.first(where: { $0.etag?.matches(tag) == true }) { return named }
        // Only the date was validated.
        return fetch.selected.flatMap { $0.etag == nil && fetch.conditions != nil ? $0 : nil }
    }

    /// A response to HEAD (RFC 9111, section 4.3.5).
    private static func comparing(_ old: StoredResponse, with head: Head, _ request: Request) -> ResponseDecision {
        guard head.status == old.status else { return .pass }
        let isSame = ["Content-Length", "ETag", "Last-Modified"].allSatisfy { name in
            head.headers[name] == nil || head.headers[name] == old.headers[name]
        }
        if isSame { return .update(update(old, head, request, isServed: false)) }
        // It is outdated since the first response that differed.
        guard old.outdatedSince == nil else { return .pass }
        let new = old.outdated(since: head.responseTime, id: head.id)
        return .update(Update(old: old, new: new, isStorable: true, isServed: false))
    }

    private static func update(
        _ old: StoredResponse,
        _ head: Head,
        _ request: Request,
        isServed: Bool
    ) -> Update {
        let new = old.updated(
            by: head.headers,
            of: request.headers,
            key: head.key,
            id: head.id,
            requestTime: head.requestTime,
            responseTime: head.responseTime
        )
        let isStorable = Storability.isStorable(new.status, new.headers, new.control, request: request.headers)
        return Update(old: old, new: new, isStorable: isStorable, isServed: isServed)
    }
}
