/// Writes the requests of calls: path, query, header fields and body.
struct RouteWriter {
    let specification: Specification
    let types: TypePlan
    private(set) var support: ParameterText

    init(_ specification: Specification, types: TypePlan, options: GeneratorOptions) {
        (self.specification, self.types) = (specification, types)
        support = ParameterText(api: options.apiName)
    }

    /// - Parameters:
    ///   - common: What all routes of the target have.
    ///   - sample: The response of stubs.
    mutating func route(of plan: CallPlan, common: CommonParts, sample: String) -> RouteText {
        var text = RouteText(route: method(of: plan))
        text.route.calls = queries(of: plan)
        if let fields = fields(of: plan, common: common) { text.route.calls.append(fields) }
        if let body = plan.body { add(body, of: plan, to: &text) }
        if plan.authorization != common.authorization {
            text.route.calls.append(.call(".authorization", plan.authorization))
        }
        text.route.calls.append(.call(".sample", sample))
        return text
    }

    // MARK: - Private

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY",
    ]

    private mutating func method(of plan: CallPlan) -> SourceItem {
        let method = plan.operation.method
        var path = ""
        for part in PathParts(plan.operation.path).parts {
            switch part {
            case .text(let text): path += SwiftLiteral.escaped(text)
            case .parameter(let name):
                for (parameter, label) in plan.parameters(in: .path) where parameter.name == name {
                    path += segment(parameter, label)
                }
            }
        }
        if Self.methods.contains(method) { return .call(".\(method.lowercased())", "\"\(path)\"") }
        return .call(".init", SwiftLiteral.string(method), "\"\(path)\"")
    }

    /// The styles simple, label and matrix (RFC 6570, sections 3.2.2, 3.2.5 and 3.2.7).
    private mutating func segment(_ parameter: Parameter, _ label: String) -> String {
        let name = SwiftLiteral.escaped(parameter.name)
        let isExploded = parameter.explode
        let isObject = specification.isObject(parameter.schema)
        let (prefix, separator) =
            switch parameter.style {
            case .label: (".", isExploded ? "." : ",")
            case .matrix where !isExploded: (";\(name)=", ",")
            case .matrix: isObject ? (";", ";") : (";\(name)=", ";\(name)=")
            default: ("", ",")
            }
        if parameter.mediaType != nil { return "\\(\(support.use(.json))(\(label)) ?? \"\")" }
        if specification.isPlain(parameter.schema) { return "\(prefix)\\(\(label))" }
        var arguments = [label]
        if separator != "," { arguments.append("\"\(separator)\"") }
        if isObject, isExploded { arguments.append("equals: \"=\"") }
        return "\(prefix)\\(\(support.use(.segment))(\(arguments.joined(separator: ", "))))"
    }

    // MARK: Query

    private mutating func queries(of plan: CallPlan) -> [SourceItem] {
        /// By the notation of lists. `nil` for that of the provider.
        var elements: [String?: [String]] = [:]
        var objects: [SourceItem] = []
        for (parameter, label) in plan.parameters(in: .query, .querystring) {
            let isObject = specification.isObject(parameter.schema)
            var value = label
            var arrays: String?
            let isWhole = parameter.explode && isObject && parameter.style != .deepObject && parameter.mediaType == nil
            if isWhole || parameter.location == .querystring {
                objects.append(.call(".query", label))
                continue
            }
            if parameter.mediaType != nil {
                value = "\(support.use(.json))(\(label))"
            } else if parameter.style == .deepObject {
                if specification.hasList(parameter.schema) { arrays = "brackets" }
            } else if !parameter.explode, let separator = Self.separators[parameter.style] {
                value = "\(support.use(.plain))(\(label), \"\(separator)\")"
            } else if !parameter.explode, isObject {
                value = "\(support.use(.plain))(\(label))"
            } else if !parameter.explode, specification.isList(parameter.schema) {
                arrays = "commaSeparated"
            }
            elements[arrays, default: []].append("\(SwiftLiteral.string(parameter.name)): \(value)")
        }
        let calls = [nil, "commaSeparated", "brackets"].compactMap { arrays -> SourceItem? in
            guard let elements = elements[arrays] else { return nil }
            let encoder = arrays.map { [SourceItem("encoder: QueryEncoder(arrays: .\($0))")] } ?? []
            return .call(".query", [.dictionary(elements)] + encoder)
        }
        return calls + objects
    }

    private static let separators: [Parameter.Style: String] = [.spaceDelimited: " ", .pipeDelimited: "|"]

    // MARK: Header fields

    private mutating func fields(of plan: CallPlan, common: CommonParts) -> SourceItem? {
        var elements: [String] = []
        if let accept = plan.acceptedType, accept != common.acceptedType {
            elements.append("\"Accept\": \(SwiftLiteral.string(accept))")
        }
        if let body = plan.body, body.kind == .json, body.content.essence != "application/json" {
            elements.append("\"Content-Type\": \(SwiftLiteral.string(body.content.bodyType))")
        }
        var areTexts = true
        for (parameter, label) in plan.parameters(in: .header) {
            var isText = parameter.schema == nil
            if let use = parameter.schema, case .string(let format) = specification[use].shape {
                isText = specification.isPlain(use) && format != "uuid" && !use.isNullable
            }
            areTexts = areTexts && isText && parameter.isRequired && parameter.mediaType == nil
            let isPair = parameter.explode && specification.isObject(parameter.schema)
            let value = isPair ? "\(support.use(.plain))(\(label), equals: \"=\")" : label
            let text = parameter.mediaType == nil ? value : "\(support.use(.json))(\(label))"
            elements.append("\(SwiftLiteral.string(parameter.name)): \(text)")
        }
        let cookies = plan.parameters(in: .cookie).map { "\(SwiftLiteral.string($0.parameter.name)): \($0.label)" }
        if !cookies.isEmpty {
            areTexts = false
            elements.append("\"Cookie\": \(support.use(.cookies))([\(cookies.joined(separator: ", "))])")
        }
        guard !elements.isEmpty else { return nil }
        return .call(".headers", [.dictionary(elements, of: areTexts ? nil : support.use(.fields))])
    }

    // MARK: Body

    private func add(_ body: CallPlan.Body, of plan: CallPlan, to text: inout RouteText) {
        let labels = plan.arguments.map(\.label)
        if body.kind == .multipart {
            let name = labels.contains("parts") ? "allParts" : "parts"
            let parts = plan.arguments.flatMap {
                PartWriter(specification: specification, types: types).statements(for: $0, name)
            }
            text.statements = ["var \(name): [HTTPTask.Part] = []"] + parts
            return text.route.calls.append(call(for: body, name))
        }
        let label = plan.arguments.first { if case .body = $0.source { true } else { false } }?.label ?? "body"
        if plan.isBodyOptional {
            text.optionalBody = (label, call(for: body, "$0").text, labels.contains("route") ? "plainRoute" : "route")
        } else {
            text.route.calls.append(call(for: body, label))
        }
    }

    private func call(for body: CallPlan.Body, _ value: String) -> SourceItem {
        let type = "contentType: \(SwiftLiteral.string(body.content.bodyType))"
        switch body.kind {
        case .json: return .call(".json", specification.type(of: body) == .data ? "data: \(value)" : value)
        case .form:
            guard let encoder = formEncoder(body.content) else { return .call(".form", value) }
            return .call(".form", value, "encoder: \(encoder)")
        case .text: return .call(".data", "Data(\(value).utf8)", type)
        case .data: return .call(".data", value, type)
        case .multipart, .parts:
            if body.content.essence == "multipart/form-data" { return .call(".multipart", value) }
            return .call(".multipart", value, type)
        }
    }

    /// The encoder for the notation of lists. `nil` for that of the provider.
    private func formEncoder(_ content: MediaContent) -> String? {
        let encodings = content.encodings.values
        if encodings.contains(where: { $0.style == .deepObject }) {
            return "QueryEncoder(arrays: .brackets, spaces: .plus)"
        }
        let areJoined = !encodings.isEmpty && encodings.allSatisfy { $0.explode == false }
        return areJoined ? "QueryEncoder(arrays: .commaSeparated, spaces: .plus)" : nil
    }
}

extension MediaContent {
    /// The media type to send: a range of types has none.
    var bodyType: String { mediaType.contains("*") ? "application/octet-stream" : mediaType }
}
