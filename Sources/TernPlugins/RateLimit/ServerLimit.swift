import Foundation
import Tern

/// The number of requests that a server still allows, and the time until it allows more.
struct ServerLimit: Equatable {
    /// The number of remaining requests. 0 if the client must wait.
    let remaining: Int
    /// The time until the server allows further requests.
    let reset: Duration

    /// Reads the fields of a response, in this order: the delay of a response with status 403, 429 or 503 (``RetryAfter``);
    /// `RateLimit`, with `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers); the fields of ``Quota``.
    ///
    /// - Returns: `nil` without such fields, or if they are invalid.
    init?(status: Int, _ headers: HTTPHeaders, now: () -> Date) {
        if [403, 429, 503].contains(status), let retryAfter = RetryAfter(headers, now: now) {
            self.init(remaining: 0, reset: retryAfter.delay)
        } else if let field = headers["RateLimit"] {
            guard let limit = Self.limit(field, policy: headers["RateLimit-Policy"] ?? "") else { return nil }
            self = limit
        } else {
            let requests = Quota.ofRequests.compactMap { Self.limit($0, status: status, headers, now) }.first
            // A number of tokens is no number of requests, but without tokens, no request succeeds.
            let tokens = Quota.ofTokens.compactMap { Self.limit($0, status: 200, headers, now) }
                .filter { $0.remaining == 0 }
            guard let limit = Self.mostRestrictive([requests].compactMap(\.self) + tokens) else { return nil }
            self = limit
        }
    }

    init(remaining: Int, reset: Duration) {
        self.remaining = remaining
        self.reset = reset
    }

    // MARK: - Private

    /// A pair of fields: the number of what is left, and the time until a reset.
    private struct Quota {
        let remaining: String
        let reset: String
        /// Whether `reset` is always a number of seconds, with a fraction, and never a time since 1970.
        var isDelay = false

        /// The first pair of a response counts.
        static let ofRequests = [
            // Versions of the draft up to 06.
            Quota(remaining: "RateLimit-Remaining", reset: "RateLimit-Reset"),
            // Discord, which sends the next pair as well.
            Quota(remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset-After", isDelay: true),
            // GitHub and many others. No document defines it.
            Quota(remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset"),
            Quota(remaining: "X-Rate-Limit-Remaining", reset: "X-Rate-Limit-Reset"),
            // OpenAI, and services with its API.
            Quota(remaining: "X-RateLimit-Remaining-Requests", reset: "X-RateLimit-Reset-Requests"),
            Quota(remaining: "Anthropic-RateLimit-Requests-Remaining", reset: "Anthropic-RateLimit-Requests-Reset"),
        ]

        /// Quotas of what a request uses. They count when nothing is left.
        static let ofTokens = [
            Quota(remaining: "X-RateLimit-Remaining-Tokens", reset: "X-RateLimit-Reset-Tokens"),
            Quota(remaining: "Anthropic-RateLimit-Tokens-Remaining", reset: "Anthropic-RateLimit-Tokens-Reset"),
            Quota(
                remaining: "Anthropic-RateLimit-Input-Tokens-Remaining",
                reset: "Anthropic-RateLimit-Input-Tokens-Reset"
            ),
            Quota(
                remaining: "Anthropic-RateLimit-Output-Tokens-Remaining",
                reset: "Anthropic-RateLimit-Output-Tokens-Reset"
            ),
        ]
    }

    /// The limit of one pair of fields. The number may be missing in a response with status 429.
    private static func limit(
        _ quota: Quota,
        status: Int,
        _ headers: HTTPHeaders,
        _ now: () -> Date
    ) -> ServerLimit? {
        guard let field = headers.first(for: quota.reset) else { return nil }
        let reset =
            quota.isDelay
            ? ResetTime.duration(ofNumber: field, in: .seconds(1)) : ResetTime.duration(field, in: headers, now: now)
        let remaining = headers.first(for: quota.remaining).map { number($0) } ?? (status == 429 ? 0 : nil)
        guard let reset, let remaining else { return nil }
        return ServerLimit(remaining: remaining, reset: reset)
    }

    private static func mostRestrictive(_ limits: [ServerLimit]) -> ServerLimit? {
        limits.min { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }
    }

    private init?(remaining: some StringProtocol, reset: some StringProtocol) {
        guard let remaining = Self.number(remaining), let reset = RetryAfter.duration(ofDigits: Self.trimmed(reset))
        else { return nil }
        self.init(remaining: remaining, reset: reset)
    }

    /// The most restrictive limit of a `RateLimit` field: `"burst";r=5;t=3, "daily";r=800`, or, in version 07 of the
    /// draft, `limit=100, remaining=5, reset=3`. The time of a limit without `t` is the window `w` of the policy with
    /// its name.
    private static func limit(_ field: String, policy: String) -> ServerLimit? {
        let items = items(of: field)
        if let remaining = value(of: "remaining", in: items.map(\.name)),
            let reset = value(of: "reset", in: items.map(\.name))
        {
            return ServerLimit(remaining: remaining, reset: reset)
        }
        let policies = Dictionary(Self.items(of: policy).map { ($0.name, $0.parameters) }) { first, _ in first }
        let limits = items.compactMap { item -> ServerLimit? in
            guard let remaining = value(of: "r", in: item.parameters) else { return nil }
            let policy = policies[item.name] ?? []
            // A quota can also count bytes or concurrent requests.
            if let unit = value(of: "qu", in: policy), unit != "\"requests\"" { return nil }
            let window = value(of: "w", in: policy)
            return (value(of: "t", in: item.parameters) ?? window).flatMap {
                ServerLimit(remaining: remaining, reset: $0)
            }
        }
        return mostRestrictive(limits)
    }

    /// A member of a list of structured fields (RFC 9651, section 3.1), with its parameters.
    private struct Item {
        let name: Substring
        let parameters: [Substring]
    }

    private static func items(of field: String) -> [Item] {
        FieldList.split(field[...], at: ",").compactMap { member in
            let parts = FieldList.split(member, at: ";")
            return parts.first.map { Item(name: $0, parameters: Array(parts.dropFirst())) }
        }
    }

    private static func value(of key: String, in parameters: [Substring]) -> Substring? {
        parameters.first { $0.hasPrefix(key + "=") }.map { $0.dropFirst(key.count + 1) }
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        Substring(text.trimmingCharacters(in: .whitespaces))
    }

    /// A non-negative number without its fraction, which some servers send. A number above the range of `Int` becomes
    /// `Int.max`.
    private static func number(_ text: some StringProtocol) -> Int? {
        ResetTime.duration(ofNumber: String(text), in: .seconds(1)).map { Int(clamping: $0.components.seconds) }
    }
}
