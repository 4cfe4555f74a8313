import Foundation
import Tern

/// The number of requests that a server still allows, and the time until it allows more.
struct ServerLimit: Equatable {
    /// The number of remaining requests. 0 if the client must wait.
    let remaining: Int
    /// The time until the server allows further requests.
    let reset: Duration

    /// Reads the fields of a response, in this order: `Retry-After` of a response with status 403, 429 or 503;
    /// `RateLimit`, with `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers); `RateLimit-Remaining` with
    /// `RateLimit-Reset` (versions of that draft up to 06); the same two with `X-`, which no document defines.
    ///
    /// `Remaining` may be missing in a response with status 429. `Reset` is a number of seconds, or a time in seconds or
    /// milliseconds since 1970, as many servers send it.
    ///
    /// - Returns: `nil` without such fields, or if they are invalid.
    init?(status: Int, _ headers: HTTPHeaders, now: () -> Date) {
        if [403, 429, 503].contains(status), let retryAfter = RetryAfter(headers, now: now) {
            self.init(remaining: 0, reset: retryAfter.delay)
        } else if let field = headers["RateLimit"] {
            guard let limit = Self.limit(field, policy: headers["RateLimit-Policy"] ?? "") else { return nil }
            self = limit
        } else {
            for names in Self.fieldNames {
                guard let field = headers.first(for: names.reset), let reset = Self.reset(field, headers, now: now)
                else { continue }
                let remaining = headers.first(for: names.remaining).map { Self.number($0) } ?? (status == 429 ? 0 : nil)
                guard let remaining else { continue }
                self.init(remaining: remaining, reset: reset)
                return
            }
            return nil
        }
    }

    init(remaining: Int, reset: Duration) {
        self.remaining = remaining
        self.reset = reset
    }

    // MARK: - Private

    private static let fieldNames = [
        (remaining: "RateLimit-Remaining", reset: "RateLimit-Reset"),
        (remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset"),
        (remaining: "X-Rate-Limit-Remaining", reset: "X-Rate-Limit-Reset"),
    ]

    /// The time until a reset, from a number of seconds, or from a time in seconds or milliseconds since 1970. No server
    /// sets a limit for 30 years, so that a number of 10 digits is a time. A fraction counts as a second.
    private static func reset(_ field: String, _ headers: HTTPHeaders, now: () -> Date) -> Duration? {
        let parts = trimmed(field).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first, var seconds = RetryAfter.duration(ofDigits: number)?.components.seconds else {
            return nil
        }
        if parts.count == 2 {
            guard let fraction = RetryAfter.duration(ofDigits: parts[1]) else { return nil }
            if fraction > .zero { seconds += 1 }
        }
        if seconds >= 100_000_000_000 { seconds /= 1_000 }
        guard seconds >= 1_000_000_000 else { return .seconds(seconds) }
        return RetryAfter.time(until: seconds, after: headers, now: now)
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
        return limits.min { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }
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

    /// A non-negative number. A number above the range of `Int` becomes `Int.max`.
    private static func number(_ text: some StringProtocol) -> Int? {
        RetryAfter.duration(ofDigits: trimmed(text)).map { Int(clamping: $0.components.seconds) }
    }
}
