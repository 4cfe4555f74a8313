import Foundation
import Tern

/// One rule of a ``StubSession``: a method, and a URL or a path.
struct StubRoute: Sendable, Hashable {
    /// A reason why a request doesn't match the rule.
    struct Difference: Sendable {
        let text: String
        /// The importance of the difference.
        let weight: Int
    }

    private let method: String
    /// The scheme, the host and the port. `nil` for any.
    private let origin: String?
    private let path: String
    /// The items of the query, sorted. `nil` for any query.
    private let query: [String]?

    /// - Parameter rule: For example `GET https://api.example.com/users`. The result is `nil` for text of another form.
    init?(_ rule: String) {
        let parts = rule.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let url = URLComponents(string: String(parts[1])) else { return nil }
        guard url.host != nil || (url.scheme == nil && url.path.hasPrefix("/")) else { return nil }
        self.init(method: String(parts[0]), url: url)
    }

    private init(method: String, url: URLComponents) {
        self.method = method
        origin = url.host.map { host in
            let scheme = url.scheme?.lowercased() ?? "http"
            let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
            return "\(scheme)://\(host.lowercased())\(port)"
        }
        path = url.percentEncodedPath.isEmpty ? "/" : url.percentEncodedPath
        query = url.percentEncodedQuery.map { $0.split(separator: "&").map(String.init).sorted() }
    }

    /// Decides which of two matching rules is used: the rule with more details.
    var specificity: Int { (query == nil ? 0 : 2) + (origin == nil ? 0 : 1) }

    /// The reasons why the request doesn't match this rule. Empty if it matches.
    func differences(from request: RecordedRequest) -> [Difference] {
        guard let url = URLComponents(string: request.url) else {
            return [Difference(text: "the URL is different", weight: 9)]
        }
        let other = StubRoute(method: request.method.rawValue, url: url)
        var differences: [Difference] = []
        if let origin, origin != other.origin {
            differences.append(Difference(text: "the host is \(origin)", weight: 4))
        }
        if path != other.path { differences.append(Difference(text: "the path is \(path)", weight: 3)) }
        if method != other.method { differences.append(Difference(text: "the method is \(method)", weight: 2)) }
        if let query, query != other.query ?? [] {
            differences.append(Difference(text: "the query is \(text(of: query))", weight: 1))
        }
        return differences
    }

    private func text(of query: [String]) -> String { Redaction.text(ofURL: "?\(query.joined(separator: "&"))") }
}

extension StubRoute: CustomStringConvertible {
    var description: String { "\(method) \(origin ?? "")\(path)\(query.map(text(of:)) ?? "")" }
}
