import Foundation
import Tern

/// What a request is recognized by.
struct CassetteKey: Hashable, Sendable {
    // Each is `nil` if any is equal.
    private var target: String?
    private var method: HTTPMethod?
    private var origin: String?
    private var path: [RequestPattern.Segment]?
    private var query: [String]?
    private var range: String?
    private var body: Data?

    /// - Parameters:
    ///   - rules: Hide the values of secrets. `nil` for a key with all values.
    ///   - isEverywhere: Whether they hide these values also where no name tells that they are secrets.
    ///   - target: The name of the case. `nil` if it isn't known.
    ///   - spelling: How the path and the query are compared. Browsers (URL standard) and proxies escape other characters
    ///     than Tern.
    init(
        _ request: RecordedRequest,
        _ matching: Cassette.Matching,
        hiding rules: Redaction?,
        isEverywhere: Bool = false,
        target: String? = nil,
        spelling: RequestPattern.Spelling = .escaped
    ) {
        let request =
            rules.map { CassetteRedaction.hidingSecrets(of: request, by: $0, isEverywhere: isEverywhere) } ?? request
        let pattern = RequestPattern(request, spelling)
        if matching.contains(.target) { self.target = target }
        if matching.contains(.method) { method = request.method }
        if matching.contains(.origin) { origin = pattern.origin }
        if matching.contains(.path) { path = pattern.segments }
        // Only by its spelling does an empty query differ from none.
        if matching.contains(.query) { query = pattern.query ?? (spelling == .form ? [] : nil) }
        if matching.contains(.range) { range = request.headers["Range"] }
        if matching.contains(.body) { body = request.canonicalBody }
    }
}
