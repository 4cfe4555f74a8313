import Foundation

/// Compares requests and responses with an operation. Texts have places and kinds, and never a value.
package struct ExchangeCheck: Sendable {
    private let validator: SchemaValidator
    /// The names of query parameters that have credentials.
    private let credentials: Set<String>

    package init(_ specification: Specification) {
        validator = SchemaValidator(specification)
        credentials = specification.securitySchemes.values.reduce(into: []) {
            if case .query(let name) = $1 { $0.insert(name) }
        }
    }

    /// What is wrong with the request, such as `query "page": a string instead of an integer`.
    ///
    /// - Parameter arguments: Those of the path.
    package func faults(ofRequest exchange: Exchange, _ operation: Operation, arguments: [String: String]) -> [String] {
        let query = Self.items(of: URLParts(exchange.url).query)
        let faults = operation.parameters.flatMap { parameter -> [String] in
            let name = parameter.name
            return switch parameter.location {
            case .path: self.faults(of: [arguments[name]].compactMap { $0 }, parameter)
            case .query: self.faults(of: Self.values(of: name, in: query), parameter)
            case .header: self.faults(of: Self.values(ofField: name, in: exchange.requestFields), parameter)
            case .cookie: self.faults(of: Self.values(of: name, in: Self.cookies(exchange.requestFields)), parameter)
            case .querystring: []
            }
        }
        return faults + unknown(query, operation) + self.faults(ofBody: exchange, operation)
    }

    /// What is wrong with the response, such as `response 200 /plan: missing`.
    package func faults(ofResponse exchange: Exchange, _ operation: Operation) -> [String] {
        // A response that confirms what a cache has is no matter of the document.
        guard let status = exchange.status, status != 304 else { return [] }
        let wanted = ["\(status)", "\(status / 100)XX", "default"]
        let response = wanted.lazy.compactMap { status in
            operation.responses.first { $0.status.uppercased() == status.uppercased() }
        }.first
        guard let response else { return ["response \(status): not in the document"] }
        guard let body = exchange.responseBody, exchange.method != "HEAD" else { return [] }
        return faults(of: body, exchange.responseFields, response.contents, .response, "response \(status)")
    }

    // MARK: - Parameters

    private func faults(of values: [String], _ parameter: Parameter) -> [String] {
        let place = "\(parameter.location.rawValue) \"\(parameter.name)\""
        // The keys of an object stand for the parameter, or contain its name in brackets.
        if isSpread(parameter) { return [] }
        // An argument of a part of a segment isn't known.
        let isRequired = parameter.isRequired && parameter.location != .path
        guard !values.isEmpty else { return isRequired ? ["\(place): missing"] : [] }
        guard let use = parameter.schema, parameter.mediaType == nil else { return [] }
        return findings(of: values, use).map { "\(place)\($0.pattern): \($0.text)" }
    }

    /// Query items that no parameter stands for.
    private func unknown(_ query: [Exchange.Field], _ operation: Operation) -> [String] {
        let parameters = operation.parameters.filter { $0.location == .query || $0.location == .querystring }
        let isOpen = parameters.contains { $0.location == .querystring || $0.style == .form && isSpread($0) }
        if isOpen { return [] }
        var known = credentials.union(parameters.map(\.name))
        return query.compactMap { item in
            let start = String(item.name.prefix { $0 != "[" })
            guard !known.contains(start), known.insert(item.name).inserted else { return nil }
            return "query \"\(item.name)\": not in the document"
        }
    }

    /// Whether a parameter may be an object, whose keys become parameters.
    private func isSpread(_ parameter: Parameter) -> Bool {
        guard let use = parameter.schema, parameter.mediaType == nil else { return false }
        guard parameter.explode || parameter.style == .deepObject else { return false }
        var uses = [use]
        if case .union(let union) = validator.specification[use].shape { uses += union.variants }
        return uses.contains(where: validator.specification.isObject)
    }

    private func findings(of values: [String], _ use: SchemaUse) -> [SchemaValidator.Finding] {
        let shape = validator.specification[use].shape
        switch shape {
        case .array(let element):
            let parts = values.flatMap { $0.split { ",| ".contains($0) } }.map(String.init)
            let texts = values.count > 1 ? values : parts
            return texts.flatMap { findings(of: [$0], element) }
        case .any, .map, .object, .union: return []
        default:
            return values.flatMap { validator.findings(in: Self.node(of: $0, as: shape), as: use, .request) }
        }
    }

    /// The value of a text. A string if the text isn't of the shape.
    private static func node(of text: String, as shape: SchemaShape) -> DocumentNode {
        switch shape {
        case .boolean, .integer, .integers, .number:
            (try? JSONReader.read(Data(text.utf8), file: "")) ?? .text(text)
        default: .text(text)
        }
    }

    // MARK: - Bodies

    private func faults(ofBody exchange: Exchange, _ operation: Operation) -> [String] {
        guard let body = exchange.requestBody else { return [] }
        guard let expected = operation.body else { return body.isEmpty ? [] : ["request body: not in the document"] }
        if body.isEmpty { return expected.isRequired ? ["request body: missing"] : [] }
        return faults(of: body, exchange.requestFields, expected.contents, .request, "request body")
    }

    private func faults(
        of body: Data,
        _ fields: [Exchange.Field],
        _ contents: [MediaContent],
        _ direction: Direction,
        _ place: String
    ) -> [String] {
        if body.isEmpty { return contents.isEmpty ? [] : ["\(place): no body"] }
        guard let first = contents.first else { return ["\(place): a body that isn't in the document"] }
        let type = Self.values(ofField: "content-type", in: fields).first
        let essence = type.map { String($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased() }
        let group = essence.map { "\($0.prefix { $0 != "/" })/*" }
        let names = essence.map { [$0, group ?? "", "*/*"] } ?? [first.essence]
        let content = names.lazy.compactMap { name in contents.first { $0.essence == name } }.first
        guard let content else { return ["\(place): the media type \(essence ?? "") isn't in the document"] }
        guard let use = content.schema else { return [] }
        if content.isForm { return faults(ofForm: body, use, place) }
        guard content.isJSON || content.essence.hasSuffix("*") && essence?.hasSuffix("json") == true else { return [] }
        guard let node = try? JSONReader.read(body, file: "") else { return ["\(place): no JSON"] }
        var known: Set<String> = []
        return validator.findings(in: node, as: use, direction).map { finding in
            "\(place)\(finding.pattern.isEmpty ? ":" : " \(finding.pattern):") \(finding.text)"
        }.filter { known.insert($0).inserted }
    }

    private func faults(ofForm body: Data, _ use: SchemaUse, _ place: String) -> [String] {
        guard case .object(let object) = validator.specification[use].shape else { return [] }
        let items = Self.items(of: Substring(String(decoding: body, as: UTF8.self)))
        return object.properties.flatMap { property in
            let values = Self.values(of: property.name, in: items)
            if values.isEmpty {
                let isThere = items.contains { $0.name.hasPrefix(property.name + "[") }
                return isThere || !property.isRequired ? [] : ["\(place) /\(property.name): missing"]
            }
            return findings(of: values, property.use).map { "\(place) /\(property.name)\($0.pattern): \($0.text)" }
        }
    }

    // MARK: - Texts

    private static func items(of query: Substring) -> [Exchange.Field] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                let text = part.replacing("+", with: " ")
                return text.removingPercentEncoding ?? String(text)
            }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    private static func cookies(_ fields: [Exchange.Field]) -> [Exchange.Field] {
        values(ofField: "cookie", in: fields).flatMap { $0.split(separator: ";") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
    }

    private static func values(of name: String, in fields: [Exchange.Field]) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    private static func values(ofField name: String, in fields: [Exchange.Field]) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
