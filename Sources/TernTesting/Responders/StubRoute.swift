import Foundation
import Tern

/// Selects the requests that receive a response of a ``StubSession`` or a ``LoopbackServer``.
///
/// Write a route as text, or use the request of a target's case:
///
/// ```swift
/// "GET /users"                                    // any host, any query
/// "GET /users?page=2"                             // this query; the order of its items doesn't matter
/// "GET /users?page=2&*"                           // this item, and any further items
/// "GET /users/:id"                                // any value of this segment: `request.parameters["id"]`
/// "POST https://api.example.com/users"            // this scheme, host and port only
/// .case(GitHub.user(login: "octocat"))
/// .otherwise                                      // every request that no other route matches
/// ```
///
/// Paths and queries are compared after percent-decoding and Unicode normalization (NFC), so `/café` and `/caf%C3%A9`
/// are equal. A plus sign is not a space. A fragment is ignored. Write `%3A` for a segment that begins with a colon,
/// and `%2A` for an item of a query that is an asterisk.
///
/// If several routes match, the one with the most details is used: more segments that aren't parameters, then a whole
/// query, then more items of a query, then a host. A HEAD request without its own route uses the route of GET (RFC
/// 9110, section 9.3.2). These are findings of the journal: two routes for the same requests (the first one is used), a
/// route that isn't valid, and a route that is never used, except ``otherwise``. A finding has the place of its route,
/// or that of the double if the route is a string literal.
public struct StubRoute: Sendable, ExpressibleByStringInterpolation {
    private enum Requests {
        case text(String)
        case target(any TargetType)
        case others
    }

    /// Every request that no other route matches, regardless of the order of the routes. It may be unused.
    public static var otherwise: StubRoute { StubRoute(.others, at: nil) }

    private let requests: Requests
    /// The place of the route, for findings. `nil` for a string literal, whose findings have the place of the double.
    let source: SourcePosition?

    /// - Parameters:
    ///   - text: A method, one space, and a path or an http or https URL: `GET /users/:id`.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public init(
        _ text: String,
        filePath: String = #filePath,
        line: Int = #line
    ) {
        self.init(.text(text), at: SourcePosition(filePath: filePath, line: line))
    }

    /// Creates a route from a string literal. Its findings report the place of the double.
    public init(stringLiteral value: String) {
        self.init(.text(value), at: nil)
    }

    /// The request of a case: its method, URL and query. For a ``LoopbackServer``, its path below the URL of the
    /// server.
    ///
    /// - Parameters:
    ///   - target: The case.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public static func `case`(
        _ target: some TargetType,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRoute {
        StubRoute(.target(target.innermost), at: SourcePosition(filePath: filePath, line: line))
    }

    private init(_ requests: Requests, at source: SourcePosition?) {
        self.requests = requests
        self.source = source
    }

    /// The entry of a double for the requests of the route.
    ///
    /// - Parameters:
    ///   - serverURL: The URL of a server, which replaces the base URL of a case. `nil` for a session.
    ///   - place: The place of the double.
    ///   - isExpected: Whether an unused route is a finding.
    func entry(
        _ answer: ResponderTable.Answer,
        at serverURL: URL?,
        of place: SourcePosition,
        isExpected: Bool = true
    ) -> ResponderTable.Entry {
        let text = text(at: serverURL)
        return ResponderTable.Entry(
            name: "The route `\(text)`",
            matcher: Result { () throws(RequestPattern.Mistake) in try matcher(at: serverURL) },
            answer: answer,
            source: source ?? place,
            isExpected: isExpected && !isOtherwise
        ) { _ in text }
    }

    private var isOtherwise: Bool { if case .others = requests { true } else { false } }

    /// The entries of a double for its routes.
    static func entries(
        _ samples: KeyValuePairs<StubRoute, SampleResponse>,
        _ responders: KeyValuePairs<StubRoute, Responder>,
        at serverURL: URL?,
        of place: SourcePosition
    ) -> [ResponderTable.Entry] {
        samples.map { $0.entry(.sample($1), at: serverURL, of: place) }
            + responders.map { $0.entry(.responder($1), at: serverURL, of: place) }
    }

    /// - Throws: `RequestPattern.Mistake` if the route isn't valid.
    private func matcher(at serverURL: URL?) throws(RequestPattern.Mistake) -> RequestMatcher {
        switch requests {
        case .others: return .others
        case .text(let text): return .pattern(try RequestPattern(text), of: nil)
        case .target(let target):
            do {
                let request = try Endpoint(target, baseURL: serverURL ?? target.baseURL).request()
                return .pattern(RequestPattern(request, hasOrigin: serverURL == nil), of: target)
            } catch {
                throw RequestPattern.Mistake(reason: "The request of the case can't be created: \(error)")
            }
        }
    }

    /// The text of the route, or the request of its case, with credentials redacted.
    ///
    /// - Parameter serverURL: The URL of a server, which is omitted. `nil` for a session.
    func text(at serverURL: URL?) -> String {
        switch requests {
        case .others: return "otherwise"
        case .text(let text): return Redaction.default.text(ofURL: text)
        case .target(let target):
            guard let serverURL, let request = try? Endpoint(target, baseURL: serverURL).request() else {
                return target.requestLine()
            }
            return "\(request)".replacing(serverURL.absoluteString, with: "")
        }
    }
}

extension StubRoute: CustomStringConvertible, TextReflectable {
    /// The text of the route, or the request of its case, with credentials redacted.
    public var description: String { text(at: nil) }
}
