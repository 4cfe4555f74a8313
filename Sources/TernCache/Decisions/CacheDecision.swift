import Foundation
import Tern

/// The decision of a cache on a request (RFC 9111, section 4), before anything is sent.
enum CacheDecision: Sendable {
    /// The stored response is the response.
    case serve(StoredResponse, isFresh: Bool)
    /// The stored response is the response, and is validated afterwards (RFC 5861, section 3).
    case serveAndRefresh(StoredResponse)
    /// The request is sent.
    case fetch(Fetch)
    /// Nothing usable is stored, and nothing may be sent: status 504 (RFC 9111, section 5.2.1.7).
    case fail

    /// How a request is sent, and the stored responses that its response may confirm.
    struct Fetch: Sendable {
        /// Added to the request. Empty if nothing can be validated, and if the request has conditions of its own.
        var conditions: Conditions?
        /// The stored response that the request selects.
        var selected: StoredResponse?
        /// The responses that a 304 can name.
        var stored: [StoredResponse] = []
    }

    init(for request: Request, _ use: Request.CacheUse, stored: [StoredResponse], at now: Date) {
        let headers = request.headers
        var control = CacheControl(headers)
        // RFC 9111, section 5.4.
        if headers.contains("Pragma"), !headers.contains("Cache-Control") {
            control.requiresValidation = headers.list(for: "Pragma").contains { $0.lowercased() == "no-cache" }
        }
        let selected = Self.selected(by: headers, among: stored)
        let isConditional = Conditions.exist(in: headers)
        if let selected, !isConditional, ByteRange.answer(to: headers, from: selected) != nil,
            let decision = Self.serving(selected, for: control, use, at: now)
        {
            self = decision
        } else if use == .onlyStored || control.isOnlyIfCached {
            self = .fail
        } else if isConditional || headers.contains("Range") {
            self = .fetch(Fetch(selected: selected, stored: stored))
        } else {
            let conditions = Conditions(selected: selected, among: stored)
            self = .fetch(Fetch(conditions: conditions.isEmpty ? nil : conditions, selected: selected, stored: stored))
        }
    }

    /// Whether the request selects a stored response, as far as the decision says.
    var hasSelected: Bool {
        switch self {
        case .serve, .serveAndRefresh: true
        case .fetch(let fetch): fetch.selected != nil
        case .fail: false
        }
    }

    /// Whether nothing may be sent, for a request whose response is never stored.
    static func isOnlyStored(_ request: Request, _ use: Request.CacheUse) -> Bool {
        use == .onlyStored || use != .bypass && CacheControl(request.headers).isOnlyIfCached
    }

    /// The newest response that matches.
    private static func selected(by request: HTTPHeaders, among stored: [StoredResponse]) -> StoredResponse? {
        var newest: StoredResponse?
        for response in stored where newest.map({ $0.responseTime <= response.responseTime }) ?? true {
            if response.matches(request) { newest = response }
        }
        return newest
    }

    /// - Returns: `nil` if the stored response has to be validated first.
    private static func serving(
        _ stored: StoredResponse,
        for request: CacheControl,
        _ use: Request.CacheUse,
        at now: Date
    ) -> CacheDecision? {
        let age = stored.freshness.age(at: now)
        let staleness = age - stored.freshness.lifetime
        let isFresh = staleness < .zero
        switch use {
        case .returnStored, .onlyStored: return .serve(stored, isFresh: isFresh)
        case .reload, .bypass: return nil
        case .standard: break
        @unknown default: break
        }
        if request.requiresValidation || stored.control.requiresValidation { return nil }
        // An immutable response isn't validated while it is fresh (RFC 8246).
        let maximumAge = stored.control.isImmutable ? nil : request.maximumAge
        let isYoung = maximumAge.map { age < $0 } ?? true
        if isFresh, isYoung, staleness + (request.minimumFreshness ?? .zero) < .zero {
            return .serve(stored, isFresh: true)
        }
        if stored.control.forbidsStale || isFresh { return nil }
        if let limit = request.maximumStaleness, staleness <= limit, maximumAge.map({ age <= $0 }) ?? true {
            return .serve(stored, isFresh: false)
        }
        guard request.maximumAge == nil, request.minimumFreshness == nil,
            let window = stored.control.staleWhileRevalidate, staleness <= window
        else { return nil }
        return .serveAndRefresh(stored)
    }
}
