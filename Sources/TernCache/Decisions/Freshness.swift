import Foundation
import Tern

/// How long a stored response is fresh, and how old it is (RFC 9111, section 4.2). Computed once, when it is stored.
struct Freshness: Sendable, Hashable {
    /// The fraction of the time since the last modification for which a response without a lifetime is fresh.
    private static let heuristicFraction = 10
    private static let longestHeuristic = Duration.seconds(7 * 86_400)

    /// The statuses that may be stored without a lifetime (RFC 9110, section 15.1). 206 needs parts, which aren't kept.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    let lifetime: Duration
    /// The age at ``responseTime``.
    let initialAge: Duration
    let responseTime: Date

    /// - Parameter outdatedSince: When the response became outdated, if it did before the end of its lifetime.
    init(
        status: Int,
        headers: HTTPHeaders,
        control: CacheControl,
        requestTime: Date,
        responseTime: Date,
        outdatedSince: Date? = nil
    ) {
        self.responseTime = responseTime
        let date = headers.date(of: "Date", now: responseTime) ?? responseTime
        let apparent = max(.zero, Duration(from: date, to: responseTime))
        let delay = max(.zero, Duration(from: requestTime, to: responseTime))
        let initialAge = max(apparent, Self.age(in: headers) + delay)
        let lifetime = Self.lifetime(status, headers, control, date, responseTime)
        self.initialAge = initialAge
        self.lifetime =
            outdatedSince.map { min(lifetime, initialAge + max(.zero, Duration(from: responseTime, to: $0))) }
            ?? lifetime
    }

    /// A clock that was set back makes the response as old as its lifetime: it is stale, instead of fresh for years.
    func age(at now: Date) -> Duration {
        let resident = Duration(from: responseTime, to: now)
        return resident < .seconds(-1) ? max(initialAge, lifetime) : initialAge + max(.zero, resident)
    }

    /// How long the response has been stale. Negative while it is fresh.
    func staleness(at now: Date) -> Duration { age(at: now) - lifetime }

    // MARK: - Private

    private static func lifetime(
        _ status: Int,
        _ headers: HTTPHeaders,
        _ control: CacheControl,
        _ date: Date,
        _ now: Date
    ) -> Duration {
        if let age = control.maximumAge { return age }
        if headers.contains("Expires") {
            // An invalid date, such as 0, is in the past (RFC 9111, section 5.3).
            guard let expires = headers.date(of: "Expires", now: now) else { return .zero }
            return min(max(.zero, Duration(from: date, to: expires)), .longestFieldTime)
        }
        guard heuristicStatuses.contains(status) || control.isPublic,
            let modified = headers.date(of: "Last-Modified", now: now)
        else { return .zero }
        return min(max(.zero, Duration(from: modified, to: date)) / heuristicFraction, longestHeuristic)
    }

    /// The first member of `Age`. Zero without a valid one.
    private static func age(in headers: HTTPHeaders) -> Duration {
        guard let first = headers.list(for: "Age").first else { return .zero }
        return Duration(fieldSeconds: String(first.prefix { $0 != ";" })) ?? .zero
    }
}
