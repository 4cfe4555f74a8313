/// Writes the functions of calls, each in an extension for the type of its value.
struct CallWriter {
    let specification: Specification
    let types: TypePlan
    let options: GeneratorOptions
    private(set) var routes: RouteWriter
    /// What all routes of each target have.
    var common: [String: CommonParts] = [:]
    /// The samples of the current file.
    var samples = SampleTexts()
    let maker: SampleMaker

    init(_ specification: Specification, types: TypePlan, options: GeneratorOptions) {
        self.specification = specification
        self.types = types
        self.options = options
        routes = RouteWriter(specification, types: types, options: options)
        maker = SampleMaker(specification)
    }

    /// Adds the calls, grouped by the types of their values, in the order in which these occur first.
    mutating func write(_ plans: [CallPlan], to source: inout SourceText) {
        let groups = plans.grouped { "Call<\($0.target), \(valueType(of: $0).text(in: options.apiName))>" }
        for (type, plans) in groups {
            source.blank()
            source.block("extension \(type)") { source in
                for plan in plans {
                    source.blank()
                    comment(of: plan, to: &source)
                    write(plan, to: &source)
                }
            }
        }
    }

    /// The request of a call.
    mutating func route(of plan: CallPlan) -> RouteText {
        let common = common[plan.target] ?? CommonParts()
        return routes.route(of: plan, common: common, sample: samples.response(for: plan, maker))
    }

    /// The arguments as they are declared: `id: String`, `page: Int? = nil`.
    func parameters(of plan: CallPlan, hasDefaults: Bool) -> [String] {
        plan.arguments.map { argument in
            let type = type(of: argument)
            let text = "\(argument.label): \(type.text(in: options.apiName))"
            guard hasDefaults else { return text }
            if let literal = defaultLiteral(of: argument) { return "\(text) = \(literal)" }
            return argument.isRequired ? text : "\(text) = nil"
        }
    }

    func type(of argument: CallArgument) -> SwiftType {
        let type = argument.type ?? argument.schema.map { types.type(of: $0, .request) } ?? .string
        if case .parameter(let parameter) = argument.source, parameter.location == .path { return type.unwrapped }
        return argument.isRequired || defaultLiteral(of: argument) != nil ? type : type.optional
    }

    func valueType(of plan: CallPlan) -> SwiftType {
        let type: SwiftType =
            switch plan.value {
            case .noContent: .noContent
            case .json: plan.value.schema.map { types.type(of: $0, .response) } ?? .data
            case .text: .string
            case .data: .data
            case .elements: plan.value.schema.map { types.type(of: $0, .response) } ?? .string
            }
        return plan.isValueOptional ? type.optional : type
    }

    /// The types of the bodies of errors, by status.
    func failures(of plan: CallPlan) -> [CallPlan.Failure] {
        plan.errorContents.compactMap { status, content in
            content.schema.map { CallPlan.Failure(status: status, type: types.type(of: $0, .response).unwrapped) }
        }
    }

    // MARK: - Private

    private mutating func write(_ plan: CallPlan, to source: inout SourceText) {
        let labels = plan.arguments.map { SourceItem("\(SwiftName.unquoted($0.label)): \($0.label)") }
        let isCase = options.form == .enumeration
        let text = isCase ? RouteText(route: .call(".\(plan.caseName)", labels)) : route(of: plan)
        let arguments = callArguments(of: plan)
        let head = "static func \(plan.name)"
        let parameters = parameters(of: plan, hasDefaults: true)
        if let line = text.line(call: arguments) {
            let whole = "\(head)(\(parameters.joined(separator: ", "))) -> Self { \(line) }"
            if whole.count <= source.columns { return source.line(whole) }
        }
        source.list(head, parameters, " -> Self {")
        source.nested { text.write(to: &$0, call: arguments) }
        source.line("}")
    }

    /// The closure that decodes what Tern would take for the whole body: a text of JSON is in quotation marks.
    private func callArguments(of plan: CallPlan) -> [String] {
        guard case .json = plan.value, [.string, .data].contains(valueType(of: plan).unwrapped) else { return [] }
        let type = valueType(of: plan).text(in: options.apiName)
        return ["value: { try JSONDecoder().decode(\(type).self, from: $0.data) }"]
    }

    private func defaultLiteral(of argument: CallArgument) -> String? {
        guard let schema = argument.schema, argument.type == nil, case .parameter = argument.source,
            let node = schema.defaultValue ?? specification[schema].defaultValue, !node.isNull
        else { return nil }
        // A long text as a default isn't a value that anybody wants to send.
        return types.literal(node, of: schema, .request).flatMap { $0.count > 60 ? nil : $0 }
    }

    // MARK: Comments

    private func comment(of plan: CallPlan, to source: inout SourceText) {
        let operation = plan.operation
        var paragraphs = [operation.summary, operation.description].compactMap(\.self).filter { !$0.isEmpty }
        if paragraphs.count == 2, paragraphs[0] == paragraphs[1] { paragraphs.removeLast() }
        if case .elements = plan.value {
            paragraphs.append(
                "The response is a stream: `provider.values(.\(SwiftName.unquoted(plan.name))(…))` has its elements."
            )
        }
        let isKnown = common[plan.target, default: CommonParts()].failures.contains
        let lines = Self.lines(for: failures(of: plan).filter { !isKnown($0) }, api: options.apiName)
        if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
        let described = plan.arguments.compactMap { argument in
            argument.description.map { "  - \(SwiftName.unquoted(argument.label)): \(Self.item($0))" }
        }
        if !described.isEmpty { paragraphs.append((["- Parameters:"] + described).joined(separator: "\n")) }
        source.comment(paragraphs.joined(separator: "\n\n"))
        if operation.isDeprecated { source.line("@available(*, deprecated)") }
    }

    /// One line for each type.
    static func lines(for failures: [CallPlan.Failure], api: String) -> [String] {
        failures.grouped(by: \.type).map { type, failures in
            let numbers = failures.map(\.status).filter { $0 != "default" }
            let others = numbers.count < failures.count ? ["any other status"] : []
            let list = (numbers.isEmpty ? [] : ["status \(numbers.joined(separator: ", "))"]) + others
            return
                "With \(list.joined(separator: " and ")), `error.body(as: \(type.text(in: api)).self)` is its reason."
        }
    }

    /// Further lines are indented, so that they belong to the item.
    private static func item(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().map { $0.offset == 0 || $0.element.isEmpty ? String($0.element) : "    \($0.element)" }
            .joined(separator: "\n")
    }
}
