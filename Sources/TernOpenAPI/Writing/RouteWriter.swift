/// Writes the requests of calls: path, query, header fields and body.
struct RouteWriter {
    let specification: Specification
    private(set) var support: ParameterText

    init(_ specification: Specification, options: GeneratorOptions) {
        self.specification = specification
        support = ParameterText(api: options.apiName)
    }

    /// - Parameters:
    ///   - common: What all routes of the target have.
    ///   - sample: The part for the response of stubs.
    mutating func route(of plan: CallPlan, common: CommonParts, sample: RoutePiece) -> RouteText {
        var text = RouteText()
        text.pieces = [method(of: plan)] + queries(of: plan)
        let fields = fields(of: plan, common: common)
        if let fields { text.pieces.append(fields) }
        if let body = plan.body { add(body, of: plan, to: &text) }
        if plan.authorization != common.authorization {
            text.pieces.append(RoutePiece(".authorization", .text(plan.authorization)))
        }
        text.pieces.append(sample)
        return text
    }

    // MARK: - Private

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY",
    ]

    private mutating func method(of plan: CallPlan) -> RoutePiece {
        let method = plan.operation.method
        var path = ""
        for part in PathParts(plan.operation.path).parts {
            switch part {
            case .text(let text): path += SwiftLiteral.escaped(text)
            case .parameter(let name):
                for argument in plan.arguments {
                    if case .parameter(let parameter) = argument.source, parameter.location == .path,
                        parameter.name == name
                    {
                        path += segment(parameter, argument.label)
                    }
                }
            }
        }
        if Self.methods.contains(method) { return RoutePiece(".\(method.lowercased())", .text("\"\(path)\"")) }
        return RoutePiece(".init", .text(SwiftLiteral.string(method)), .text("\"\(path)\""))
    }

    /// The styles simple, label and matrix (RFC 6570, sections 3.2.2, 3.2.5 and 3.2.7).
    private mutating func segment(_ parameter: Parameter, _ label: String) -> String {
        let name = SwiftLiteral.escaped(parameter.name)
        let isExploded = parameter.explode
        let isObject = parameter.schema.map(specification.isObject) ?? false
        var prefix = ""
        var separator = ","
        switch parameter.style {
        case .label:
            prefix = "."
            if isExploded { separator = "." }
        case .matrix:
            prefix = isObject && isExploded ? ";" : ";\(name)="
            if isExploded { separator = isObject ? ";" : ";\(name)=" }
        default: break
        }
        if parameter.mediaType != nil { return "\\(\(support.use(.json))(\(label)) ?? \"\")" }
        if specification.isPlain(parameter.schema) { return "\(prefix)\\(\(label))" }
        var arguments = [label]
        if separator != "," { arguments.append("\"\(separator)\"") }
        if isObject, isExploded { arguments.append("equals: \"=\"") }
        return "\(prefix)\\(\(support.use(.segment))(\(arguments.joined(separator: ", "))))"
    }

    // MARK: Query

    private mutating func queries(of plan: CallPlan) -> [RoutePiece] {
        var plain: [String] = []
        var commas: [String] = []
        var brackets: [String] = []
        var objects: [String] = []
        for argument in plan.arguments {
            guard case .parameter(let parameter) = argument.source else { continue }
            guard [.query, .querystring].contains(parameter.location) else { continue }
            let (name, label) = (SwiftLiteral.string(parameter.name), argument.label)
            let isObject = parameter.schema.map(specification.isObject) ?? false
            let isList = parameter.schema.map(specification.isList) ?? false
            if parameter.location == .querystring {
                objects.append(label)
            } else if parameter.mediaType != nil {
                plain.append("\(name): \(support.use(.json))(\(label))")
            } else if parameter.style == .deepObject {
                if parameter.schema.map(specification.hasList) == true {
                    brackets.append("\(name): \(label)")
                } else {
                    plain.append("\(name): \(label)")
                }
            } else if let separator = separator(of: parameter) {
                plain.append("\(name): \(support.use(.plain))(\(label), \"\(separator)\")")
            } else if isObject {
                if parameter.explode {
                    objects.append(label)
                } else {
                    plain.append("\(name): \(support.use(.plain))(\(label))")
                }
            } else if isList, !parameter.explode {
                commas.append("\(name): \(label)")
            } else {
                plain.append("\(name): \(label)")
            }
        }
        var pieces: [RoutePiece] = []
        if !plain.isEmpty { pieces.append(RoutePiece(".query", .dictionary(plain))) }
        for (elements, arrays) in [(commas, "commaSeparated"), (brackets, "brackets")] where !elements.isEmpty {
            let encoder = RoutePiece.Argument.labeled("encoder", "QueryEncoder(arrays: .\(arrays))")
            pieces.append(RoutePiece(".query", .dictionary(elements), encoder))
        }
        return pieces + objects.map { RoutePiece(".query", .text($0)) }
    }

    private func separator(of parameter: Parameter) -> String? {
        guard !parameter.explode else { return nil }
        return switch parameter.style {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        default: nil
        }
    }

    // MARK: Header fields

    private mutating func fields(of plan: CallPlan, common: CommonParts) -> RoutePiece? {
        var elements: [String] = []
        if let accept = plan.acceptedType, accept != common.acceptedType {
            elements.append("\"Accept\": \(SwiftLiteral.string(accept))")
        }
        if let body = plan.body, body.kind == .json, body.content.essence != "application/json" {
            elements.append("\"Content-Type\": \(SwiftLiteral.string(body.content.bodyType))")
        }
        var areTexts = true
        var cookies: [String] = []
        for argument in plan.arguments {
            guard case .parameter(let parameter) = argument.source else { continue }
            let (name, label) = (SwiftLiteral.string(parameter.name), argument.label)
            if parameter.location == .cookie { cookies.append("\(name): \(label)") }
            guard parameter.location == .header else { continue }
            var isText = parameter.schema == nil
            if let use = parameter.schema, case .string(let format) = specification[use].shape {
                isText = specification.isPlain(use) && format != "uuid" && !use.isNullable
            }
            areTexts = areTexts && isText && (argument.isRequired)
            let isPair = parameter.explode && parameter.schema.map(specification.isObject) == true
            if parameter.mediaType != nil {
                (elements, areTexts) = (elements + ["\(name): \(support.use(.json))(\(label))"], false)
            } else {
                elements.append("\(name): \(isPair ? "\(support.use(.plain))(\(label), equals: \"=\")" : label)")
            }
        }
        if !cookies.isEmpty {
            areTexts = false
            elements.append("\"Cookie\": \(support.use(.cookies))([\(cookies.joined(separator: ", "))])")
        }
        guard !elements.isEmpty else { return nil }
        if areTexts { return RoutePiece(".headers", .dictionary(elements)) }
        return RoutePiece(".headers", .call(support.use(.fields), elements))
    }

    // MARK: Body

    private func add(_ body: CallPlan.Body, of plan: CallPlan, to text: inout RouteText) {
        let labels = plan.arguments.map(\.label)
        if body.kind == .multipart {
            let name = labels.contains("parts") ? "allParts" : "parts"
            let parts = plan.arguments.flatMap { PartWriter(specification).statements(for: $0, name) }
            text.statements = ["var \(name): [HTTPTask.Part] = []"] + parts
            return text.pieces.append(piece(for: body, name))
        }
        let label = plan.arguments.first { if case .body = $0.source { true } else { false } }?.label ?? "body"
        if plan.isBodyOptional {
            text.optionalBody = (label, piece(for: body, "$0").text, labels.contains("route") ? "plainRoute" : "route")
        } else {
            text.pieces.append(piece(for: body, label))
        }
    }

    private func piece(for body: CallPlan.Body, _ value: String) -> RoutePiece {
        let type = RoutePiece.Argument.labeled("contentType", SwiftLiteral.string(body.content.bodyType))
        switch body.kind {
        case .json:
            return RoutePiece(".json", specification.type(of: body) == .data ? .labeled("data", value) : .text(value))
        case .form:
            guard let encoder = formEncoder(body.content) else { return RoutePiece(".form", .text(value)) }
            return RoutePiece(".form", .text(value), .labeled("encoder", encoder))
        case .text: return RoutePiece(".data", .text("Data(\(value).utf8)"), type)
        case .data: return RoutePiece(".data", .text(value), type)
        case .multipart, .parts:
            if body.content.essence == "multipart/form-data" { return RoutePiece(".multipart", .text(value)) }
            return RoutePiece(".multipart", .text(value), type)
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
