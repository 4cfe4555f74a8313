import Foundation

/// Writes the declarations of targets: base URL, common values, and further servers.
struct TargetWriter {
    let specification: Specification
    let options: GeneratorOptions
    private(set) var problems: [DocumentProblem] = []

    /// Adds a target.
    ///
    /// - Parameters:
    ///   - plans: The calls of the target.
    ///   - cases: The cases and the switch of an enum. `nil` for a `CallTarget`.
    mutating func write(
        _ target: TargetPlan.Target,
        plans: [CallPlan],
        common: CommonParts,
        cases: String?,
        to source: inout SourceText
    ) {
        source.blank()
        source.comment(comment(of: target, plans, common))
        var names: Set<String> = ["server", "baseURL", "common", "request", "route", "allCases"]
        let base = baseURL(of: target)
        let others = target.servers.dropFirst().map { ($0, SwiftName.unique(Self.name(of: $0), in: &names)) }
        source.block(cases == nil ? "struct \(target.name): CallTarget" : "enum \(target.name): RoutedTarget") {
            source in
            source.line(cases ?? "let request: NamedRoute")
            source.line("var baseURL: URL { URL(string: \(SwiftLiteral.string(base)))! }")
            if !common.isEmpty { Self.write(common, to: &source) }
        }
        let variables = target.servers.first.map { !$0.variables.isEmpty } ?? false
        guard variables || !others.isEmpty else { return }
        source.blank()
        source.comment(
            "Servers in place of the base URL: "
                + "`Provider<\(target.name)>(endpointClosure: { Endpoint($0, baseURL: server) })`."
        )
        source.block("extension \(target.name)") { source in
            if variables { write(target.servers[0], named: "server", to: &source) }
            for (server, name) in others { write(server, named: name, to: &source) }
        }
    }

    // MARK: - Private

    private func comment(of target: TargetPlan.Target, _ plans: [CallPlan], _ common: CommonParts) -> String {
        var paragraphs: [String] = []
        if target.name == options.apiName {
            let version = specification.version.isEmpty ? "" : ", version \(specification.version)"
            paragraphs.append("\(specification.title.isEmpty ? options.apiName : specification.title)\(version).")
            let lines = (specification.description ?? "").split(omittingEmptySubsequences: false) { $0.isNewline }
            let first = lines.drop { $0.isEmpty }.prefix { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
            if !first.isEmpty { paragraphs.append(first) }
        } else {
            paragraphs.append("The calls of \(options.apiName) that another server has.")
        }
        paragraphs += SecurityPlan(schemes: specification.securitySchemes).advice(for: plans.map(\.operation))
        let failures = common.failures.sorted {
            ($0.status, $0.type.text(in: nil)) < ($1.status, $1.type.text(in: nil))
        }
        let lines = CallWriter.lines(for: failures, api: options.apiName)
        if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
        return paragraphs.joined(separator: "\n\n")
    }

    private static func write(_ common: CommonParts, to source: inout SourceText) {
        var arguments: [String] = []
        if let type = common.acceptedType { arguments.append("headers: [\"Accept\": \(SwiftLiteral.string(type))]") }
        if common.authorization != ".none" { arguments.append("authorization: \(common.authorization)") }
        source.line("var common: HTTPRoute.Common { .init(\(arguments.joined(separator: ", "))) }")
    }

    // MARK: Servers

    private mutating func baseURL(of target: TargetPlan.Target) -> String {
        let url = target.servers.first?.defaultURL ?? "/"
        let components = URLComponents(string: url)
        if components?.scheme != nil, components?.host?.isEmpty == false, URL(string: url) != nil {
            return url.hasSuffix("/") ? String(url.dropLast()) : url
        }
        let path = components?.path ?? ""
        let absolute =
            "https://example.com" + (path.isEmpty || path == "/" ? "" : path.hasPrefix("/") ? path : "/\(path)")
        let result = URL(string: absolute) == nil ? "https://example.com" : absolute
        let advice = "The base URL is \(result): give the right one with --server."
        let reason = target.servers.isEmpty ? "The document names no server." : "\"\(url)\" isn't an absolute URL."
        let place = target.element?.node.place
        let file = target.element?.file ?? options.documentName
        problems.append(DocumentProblem(file: file, place: place, "\(reason) \(advice)"))
        return result
    }

    private func write(_ server: Server, named name: String, to source: inout SourceText) {
        source.blank()
        let lines =
            [server.description]
            + server.variables.map { variable in variable.description.map { "`\(variable.name)`: \($0)" } }
            + server.variables.filter { !$0.allowed.isEmpty }
            .map { "`\($0.name)` is one of: \($0.allowed.joined(separator: ", "))." }
        source.comment(lines.compactMap(\.self).joined(separator: "\n\n"))
        if server.variables.isEmpty {
            return source.line("static var \(name): URL? { URL(string: \(SwiftLiteral.string(server.url))) }")
        }
        var labels: Set<String> = []
        var url = SwiftLiteral.escaped(server.url)
        let parameters = server.variables.map { variable in
            let label = SwiftName.unique(SwiftName.member(variable.name), in: &labels)
            url = url.replacing("{\(SwiftLiteral.escaped(variable.name))}", with: "\\(\(label))")
            return "\(label): String = \(SwiftLiteral.string(variable.value))"
        }
        source.list("static func \(name)", parameters, " -> URL? {")
        source.nested { $0.line("URL(string: \"\(url)\")") }
        source.line("}")
    }

    /// From a short description: `sandbox`.
    private static func name(of server: Server) -> String {
        let words = (server.description ?? "").split { !$0.isLetter && !$0.isNumber }
        let isName = (1...3).contains(words.count) && words[0].first?.isLetter == true
        return isName ? SwiftName.member(words.joined(separator: " ")) : "server"
    }
}
