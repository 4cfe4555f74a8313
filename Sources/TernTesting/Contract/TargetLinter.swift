import Foundation
import Tern

/// Looks for mistakes in the requests of cases.
struct TargetLinter<Target: TargetType> {
    private(set) var findings: [SampleReport.Finding] = []
    /// The name of the first case with each method, path and names of query parameters.
    private var routes: [String: String] = [:]
    /// The members that are ignored, which are the same for all cases of a type.
    private var ignored: Set<String> = []

    init(_ entries: [(TargetCheck<Target>, Endpoint)]) {
        for (entry, endpoint) in entries {
            let name = targetName(of: entry.target)
            func add(_ kind: SampleReport.Finding.Kind, _ text: String) {
                findings.append(.init(kind: kind, name: name, source: entry.source, text: text))
            }
            let routed = entry.target.innermost as? any RoutedTarget
            let path = entry.target._resolvedRoute.parts.path.text
            // Arguments of a route are escaped, so its first "?" begins a query.
            if let character = Self.firstUnescaped(in: routed == nil ? path : String(path.prefix { $0 != "?" })) {
                let remedy =
                    routed == nil
                    ? "Write arguments as `URL.pathSegment(…)`, and parameters in `task`."
                    : "Escape it in the path's literal or `raw` part, and write parameters with `query`."
                add(.unescapedPath, "The path has \(character), which isn't allowed in a path. \(remedy)")
            }
            for member in routed?.ignoredMembers ?? [] {
                guard ignored.insert("\(type(of: entry.target.innermost)).\(member)").inserted else { continue }
                add(
                    .ignoredMember,
                    "`\(member)` is ignored, since the target has routes. Write it in `route` or `common`."
                )
            }
            var route = "\(endpoint.method) \(endpoint.url.prefix { $0 != "?" })"
            do throws(TernError) {
                let request = try endpoint.request()
                // A list and a search may have one path, and different parameters.
                let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.percentEncodedQueryItems
                route += "?\(Set((query ?? []).map(\.name)).sorted())"
                if request.body != nil, [.get, .head].contains(request.method) {
                    let remedy = "Servers may ignore or refuse it. Use a query, or another method."
                    add(.unexpectedBody, "A \(request.method) request has a body. \(remedy)")
                }
                if request.method == .query,
                    (request.headers["Content-Type"] ?? request.body?.contentType ?? "").isEmpty
                {
                    let remedy = "Servers refuse it. Give the query a body with its media type."
                    add(.missingContentType, "A QUERY request has no Content-Type. \(remedy)")
                }
            } catch {
                add(.invalidRequest, "\(error)")
            }
            if let other = routes[route], other != name {
                add(.duplicateRoute, "\(other) has the same method and path. One of the cases is probably a copy.")
            }
            routes[route] = routes[route] ?? name
        }
    }

    /// A description of the first character that RFC 3986, section 3.3, doesn't allow in a path.
    private static func firstUnescaped(in path: String) -> String? {
        var rest = path.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "?" || scalar == "#" { return "a \"\(scalar)\"" }
            if scalar == "%" {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.properties.isASCIIHexDigit) else {
                    return "a \"%\" without two hexadecimal digits"
                }
                continue
            }
            if isAllowed(scalar) { continue }
            return scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
                ? "a \"\(scalar)\""
                : scalar == " " ? "a space" : "the character U+\(String(scalar.value, radix: 16, uppercase: true))"
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "-._~!$&'()*+,;=:@/".unicodeScalars.contains(scalar)
        }
    }
}

extension RoutedTarget {
    /// The names of properties that the target declares with another value than its `route` and `common` have.
    fileprivate var ignoredMembers: [String] {
        let route = _resolvedRoute.parts
        let members = [
            ("path", path == route.path.text || path == "//" + route.path.text),
            ("method", method == route.method),
            ("task", task.description == route.task.description),
            ("headers", headers == route.headers),
            ("crossOriginHeaders", crossOriginHeaders == route.crossOriginHeaders),
            ("validation", validation == route.validation),
            ("authorization", authorization == route.authorization),
            ("timeout", timeout == route.timeout),
            ("sampleData", sampleData.isEmpty || route.sample != nil),
        ]
        return members.filter { !$0.1 }.map(\.0)
    }
}
