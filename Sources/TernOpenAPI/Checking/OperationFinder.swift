/// Finds the operation of a request.
package struct OperationFinder: Sendable {
    package enum Match: Sendable {
        /// The index of the operation, and the arguments of its path.
        case operation(Int, arguments: [String: String])
        /// The path is documented, but only with these methods.
        case otherMethods([String])
        case unknown
    }

    private struct Route: Sendable {
        let operation: Int
        let method: String
        let template: RouteTemplate
    }

    private var routes: [Route] = []
    private var hosts: [RouteTemplate] = []

    /// - Parameter basePaths: Paths that stand before those of the document, besides the paths of its servers.
    package init(_ specification: Specification, basePaths: [String] = []) {
        for (index, operation) in specification.operations.enumerated() {
            let servers = operation.servers ?? specification.servers
            for host in servers.map({ URLParts($0.url).host.lowercased() }) where !host.isEmpty {
                let template = RouteTemplate(host)
                if !hosts.contains(where: { $0.form == template.form }) { hosts.append(template) }
            }
            let urls = servers.flatMap { [$0.url, $0.defaultURL] }
            let prefixes = urls.map { String(URLParts($0).path) } + basePaths
            var known: Set<String> = []
            for prefix in prefixes.isEmpty ? [""] : prefixes {
                let path = prefix.split(separator: "/").map { "/\($0)" }.joined() + operation.path
                guard known.insert(path).inserted else { continue }
                routes.append(Route(operation: index, method: operation.method, template: RouteTemplate(path)))
            }
        }
    }

    /// Whether the host of a URL is one of the document's servers.
    package func isServer(of url: String) -> Bool {
        let host = URLParts(url).host.lowercased()
        return hosts.contains { $0.arguments(of: [host]) != nil }
    }

    /// The operation of a request. Among several, the one with the most literal path.
    package func match(method: String, url: String) -> Match {
        let path = RouteTemplate.segments(of: URLParts(url).path)
        let fitting = routes.compactMap { route in
            route.template.arguments(of: path).map { (route: route, arguments: $0) }
        }
        let own = fitting.filter { $0.route.method == method }
        if let best = own.min(by: { $0.route.template.isMoreLiteral(than: $1.route.template) }) {
            return .operation(best.route.operation, arguments: best.arguments)
        }
        let methods: [String] = fitting.reduce(into: []) { methods, other in
            if !methods.contains(other.route.method) { methods.append(other.route.method) }
        }
        return methods.isEmpty ? .unknown : .otherMethods(methods)
    }
}
