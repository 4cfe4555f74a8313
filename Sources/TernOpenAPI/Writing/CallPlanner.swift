/// Plans the calls of a specification: their names, arguments and values.
struct CallPlanner {
    let specification: Specification
    let options: GeneratorOptions
    private(set) var problems: [DocumentProblem] = []
    private var names: CallNames
    private let targets: TargetPlan

    init(_ specification: Specification, options: GeneratorOptions, targets: TargetPlan) {
        self.specification = specification
        self.options = options
        self.targets = targets
        names = CallNames(specification)
    }

    /// The calls that the filters select, in the order of the document.
    ///
    /// - Throws: ``UsageError`` for a filter that matches nothing.
    mutating func plans() throws(UsageError) -> [CallPlan] {
        let named = specification.operations.map { ($0, SwiftName.unquoted(names.names[$0.element.id] ?? "")) }
        for filter in options.only + options.except where !named.contains(where: { filter.matches($0.0, named: $0.1) })
        {
            throw filter.error(in: named)
        }
        let wanted = named.filter { operation, name in
            (options.only.isEmpty || options.only.contains { $0.matches(operation, named: name) })
                && !options.except.contains { $0.matches(operation, named: name) }
        }
        return wanted.flatMap { plans(of: $0.0) }
    }

    // MARK: - Private

    private mutating func plans(of operation: Operation) -> [CallPlan] {
        let name = names.names[operation.element.id] ?? "call"
        var plan = CallPlan(
            operation: operation,
            name: name,
            caseName: name,
            target: targets.name(for: operation),
            tag: names.tags[operation.element.id] ?? "Calls"
        )
        plan.authorization = SecurityPlan(schemes: specification.securitySchemes).authorization(of: operation)
        let streamed = addValue(to: &plan)
        let bodies: [CallPlan.Body?] = bodies(of: operation)
        var plans = (bodies.isEmpty ? [nil] : bodies).enumerated().map { index, body in
            var overload = plan
            overload.body = body
            overload.isBodyOptional = index == 0 && operation.body?.isRequired == false
            overload.arguments = arguments(of: overload, isOverload: index > 0)
            if let body, index > 0 { overload.caseName = names.unique(name + body.kind.rawValue.capitalized) }
            return overload
        }
        if let streamed, var plan = plans.first {
            plan.value = .elements(streamed)
            plan.name = names.unique(name + "Stream")
            plan.caseName = plan.name
            plans.append(plan)
        }
        return plans
    }

    // MARK: Values

    /// - Returns: The content of a stream that the response can be as well.
    private mutating func addValue(to plan: inout CallPlan) -> MediaContent? {
        let responses = plan.operation.responses
        let sorted = responses.sorted { ($0.lowestStatus ?? .max) < ($1.lowestStatus ?? .max) }
        // A document that only has a default response means the successful one, too.
        let successes = sorted.allSatisfy { $0.status == "default" } ? responses : sorted.filter(\.isSuccess)
        plan.errorContents = sorted.compactMap { response in
            guard !response.isSuccess, successes.first?.status != response.status else { return nil }
            return response.contents.first { $0.isJSON && $0.schema != nil }.map { (response.status, $0) }
        }
        guard plan.operation.method != "HEAD" else { return nil }
        let withBody = successes.filter { !$0.contents.isEmpty }
        let chosen = withBody.first { $0.contents.contains { Self.isJSON($0, specification) } } ?? withBody.first
        plan.status = (chosen ?? successes.first)?.lowestStatus ?? 200
        guard let chosen else { return nil }
        plan.isValueOptional = successes.contains { $0.contents.isEmpty }
        let own = chosen.contents.first?.schema?.schema
        for other in withBody where other.status != chosen.status {
            guard let schema = other.contents.first?.schema?.schema, schema != own else { continue }
            let text = "The value of status \(other.status) differs from that of \(chosen.status), and isn't typed."
            problems.append(other.element.problem(text))
        }
        let stream = chosen.contents.first { $0.isEventStream || $0.isJSONLines }
        if let content = chosen.contents.first(where: { Self.isJSON($0, specification) }) {
            plan.value = content.schema == nil ? .data(content) : .json(content)
            return stream
        }
        let text = chosen.contents.first(where: \.isText)
        let value = stream.map(CallPlan.Value.elements) ?? text.map(CallPlan.Value.text)
        plan.value = value ?? chosen.contents.first.map(CallPlan.Value.data) ?? .noContent
        return nil
    }

    /// Also a body of any media type with a schema that isn't binary.
    private static func isJSON(_ content: MediaContent, _ specification: Specification) -> Bool {
        guard let schema = content.schema else { return content.isJSON }
        if specification.isBinary(schema) { return false }
        return content.isJSON || content.essence.hasSuffix("/*") && !content.isText
    }

    // MARK: Bodies

    /// One body of each kind: JSON, form, multipart, text, data.
    private mutating func bodies(of operation: Operation) -> [CallPlan.Body] {
        guard let body = operation.body else { return [] }
        var bodies: [CallPlan.Body] = []
        func kind(_ content: MediaContent) -> CallPlan.Body.Kind {
            if Self.isJSON(content, specification) { return .json }
            if content.isForm { return .form }
            guard content.isMultipart else { return content.isText ? .text : .data }
            guard content.essence == "multipart/form-data", let schema = content.schema,
                case .object(let object) = specification[schema].shape, !object.properties.isEmpty
            else { return .parts }
            return .multipart
        }
        let all = body.contents.map { CallPlan.Body(kind: kind($0), content: $0) }
        // JSON is the function without a further label.
        for var candidate in all.filter({ $0.kind == .json }) + all.filter({ $0.kind != .json }) {
            // The parts of an overload are one argument, so that no call is ambiguous.
            if !bodies.isEmpty, candidate.kind == .multipart { candidate.kind = .parts }
            if !bodies.contains(where: { $0.kind == candidate.kind }) {
                bodies.append(candidate)
            } else if candidate.content.schema?.schema != bodies.first?.content.schema?.schema {
                let text = "There is no call with a body of \(candidate.content.mediaType)."
                problems.append(candidate.content.element.problem(text))
            }
        }
        return bodies
    }

    // MARK: Arguments

    /// Those of the path, then required ones, the body, optional ones.
    private mutating func arguments(of plan: CallPlan, isOverload: Bool) -> [CallArgument] {
        var labels: Set<String> = [options.apiName]
        let typeName = SwiftName.type(SwiftName.unquoted(plan.name))
        func argument(_ source: CallArgument.Source, _ name: String, _ suffix: String, _ isRequired: Bool)
            -> CallArgument
        {
            var label = SwiftName.member(name)
            if labels.contains(SwiftName.unquoted(label)) { label = SwiftName.unquoted(label) + suffix }
            return CallArgument(
                source: source,
                label: SwiftName.unique(label, in: &labels),
                isRequired: isRequired,
                suggestedTypeName: typeName + SwiftName.type(name)
            )
        }
        var body: [CallArgument] = []
        if let content = plan.body, content.kind == .multipart, let use = content.content.schema,
            case .object(let object) = specification[use].shape
        {
            let encodings = content.content.encodings
            for property in object.properties where !property.use.isReadOnly {
                let isRequired = property.isRequired && !plan.isBodyOptional
                var part = argument(.part(property, encodings[property.name]), property.name, "Part", isRequired)
                part.description = property.use.description ?? specification[property.use].description
                (part.schema, part.type) = (property.use, specification.partType(of: property.use))
                body.append(part)
            }
        } else if let content = plan.body {
            var whole = argument(.body, isOverload ? content.kind.rawValue : "body", "Body", !plan.isBodyOptional)
            whole.suggestedTypeName = typeName + "Body"
            whole.description = plan.operation.body?.description
            (whole.schema, whole.type) = (content.content.schema, specification.type(of: content))
            whole.examples = content.content.examples
            body = [whole]
        }
        var path: [CallArgument] = []
        var others: [CallArgument] = []
        for parameter in parameters(of: plan.operation) {
            let location = parameter.location.rawValue
            let suffix = location.prefix(1).uppercased() + location.dropFirst()
            var item = argument(.parameter(parameter), parameter.name, suffix, parameter.isRequired)
            item.description = parameter.description ?? parameter.schema.flatMap { specification[$0].description }
            (item.schema, item.examples) = (parameter.schema, parameter.examples)
            if parameter.schema == nil { item.type = .string }
            if parameter.location == .path { path.append(item) } else { others.append(item) }
        }
        return path + others.filter(\.isRequired) + body.filter(\.isRequired) + body.filter { !$0.isRequired }
            + others.filter { !$0.isRequired }
    }

    /// Without the fields that other parts of the document say, with the parameters of the path that it forgets.
    private mutating func parameters(of operation: Operation) -> [Parameter] {
        var parameters = operation.parameters.filter { parameter in
            parameter.location != .header
                || !["accept", "authorization", "content-type"].contains(parameter.name.lowercased())
        }
        let names = PathParts(operation.path).names
        for parameter in parameters where parameter.location == .path && !names.contains(parameter.name) {
            problems.append(parameter.element.problem("The path has no parameter \"\(parameter.name)\"."))
        }
        parameters.removeAll { $0.location == .path && !names.contains($0.name) }
        for name in names where !parameters.contains(where: { $0.location == .path && $0.name == name }) {
            let text = "The parameter \"\(name)\" of the path isn't declared: it is a text."
            problems.append(operation.element.problem(text))
            let (path, element) = (Parameter.Location.path, operation.element)
            parameters.append(Parameter(name: name, location: path, isRequired: true, style: .simple, element: element))
        }
        return parameters
    }
}
