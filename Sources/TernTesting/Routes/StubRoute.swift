import Foundation
import Tern

/// Selects the requests that receive a response of a ``StubSession`` or a ``LoopbackServer``.
///
/// Write a route as text, or use the request of a target's case:
///
/// ```swift
/// "GET /users"                                    // any host, any query
/// "GET /users?page=2"                             // this query; the order of its items doesn't matter
/// "GET /users/:id"                                // any value of this segment: `request.parameters["id"]`
/// "POST https://api.example.com/users"            // this scheme, host and port only
/// .case(GitHub.user(login: "octocat"))
/// ```
///
/// Paths and queries are compared after percent-decoding and Unicode normalization (NFC), so `/café` and `/caf%C3%A9`
/// are equal. A plus sign is not a space. A fragment is ignored. Write `%3A` for a segment that begins with a colon.
///
/// If several routes match, the one with the most details is used: more segments that aren't parameters, then a query,
/// then a host. A HEAD request without its own route uses the route of GET (RFC 9110, section 9.3.2). These are
/// findings of the journal: two routes for the same requests (the first one is used), a route that isn't valid, and a
/// route that is never used.
public struct StubRoute: Sendable, ExpressibleByStringInterpolation {
    private enum Source {
        case text(String)
        case target(any TargetType)
    }

    private let source: Source

    /// - Parameter text: A method, one space, and a path or an http or https URL: `GET /users/:id`.
    public init(_ text: String) {
        source = .text(text)
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The request of a case: its method, URL and query. For a ``LoopbackServer``, its path below the URL of the
    /// server.
    public static func `case`(_ target: some TargetType) -> StubRoute {
        StubRoute(source: .target(target.innermost))
    }

    private init(source: Source) {
        self.source = source
    }

    /// The case of the route. `nil` if the route is text.
    var target: (any TargetType)? { if case .target(let target) = source { target } else { nil } }

    /// The requests that match.
    ///
    /// - Parameter serverURL: The URL of a server, which replaces the base URL of a case. `nil` for a session.
    /// - Throws: `RoutePattern.Mistake` if the route isn't valid.
    func pattern(at serverURL: URL?) throws(RoutePattern.Mistake) -> RoutePattern {
        switch source {
        case .text(let text): return try RoutePattern(text)
        case .target(let target):
            do {
                let request = try Endpoint(target, baseURL: serverURL ?? target.baseURL).request()
                return RoutePattern(request, hasOrigin: serverURL == nil)
            } catch {
                throw RoutePattern.Mistake(reason: "The request of the case can't be created: \(error)")
            }
        }
    }

    /// The text of the route, or the request of its case, with credentials redacted.
    ///
    /// - Parameter serverURL: The URL of a server, which is omitted. `nil` for a session.
    func text(at serverURL: URL?) -> String {
        switch source {
        case .text(let text): return Redaction.text(ofURL: text)
        case .target(let target):
            guard let serverURL, let request = try? Endpoint(target, baseURL: serverURL).request() else {
                return target.requestLine
            }
            return Redaction.line(of: request).replacing(serverURL.absoluteString, with: "")
        }
    }
}

extension StubRoute: CustomStringConvertible, CustomReflectable {
    /// The text of the route, or the request of its case, with credentials redacted.
    public var description: String { text(at: nil) }

    public var customMirror: Mirror { Mirror(self, children: ["route": description], displayStyle: .struct) }
}
