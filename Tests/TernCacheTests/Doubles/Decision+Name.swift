@testable import TernCache

extension CacheDecision {
    /// What the cache does, in a word.
    var name: String {
        switch self {
        case .serve(_, let isFresh): isFresh ? "hit" : "stale"
        case .serveAndRefresh: "refresh"
        case .fail: "504"
        case .fetch(let fetch): fetch.conditions == nil ? "fetch" : "validate"
        }
    }

    var fetch: Fetch? { if case .fetch(let fetch) = self { fetch } else { nil } }
}

extension ResponseDecision {
    /// What the cache does, in a word.
    var name: String {
        switch self {
        case .pass: "pass"
        case .store: "store"
        case .update(let update): (update.isServed ? "serve" : "update") + (update.isStorable ? "" : ", remove")
        case .repeatWithoutConditions: "repeat"
        case .serveStale: "stale"
        case .remove: "remove"
        }
    }

    var update: Update? { if case .update(let update) = self { update } else { nil } }
}
