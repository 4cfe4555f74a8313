/// Looks for the faults of a document itself.
package struct DocumentCheck {
    private let specification: Specification
    private let maker: SampleMaker
    private var problems: [DocumentProblem]
    private var known: Set<DocumentProblem> = []

    /// The problems that were found when the document was read, then those of the paths and names, then examples that
    /// don't fit their schemas, and schemas for which no sample that fits could be made.
    package static func problems(in specification: Specification) -> [DocumentProblem] {
        let maker = SampleMaker(specification)
        var check = DocumentCheck(specification: specification, maker: maker, problems: specification.problems)
        check.checkOperations()
        for operation in specification.operations { check.checkExamples(of: operation) }
        for index in specification.schemas.indices {
            check.checkExamples(of: SchemaUse(schema: SchemaID(index: index)))
        }
        return check.problems
    }

    // MARK: - Private

    private mutating func add(_ problem: DocumentProblem) {
        if known.insert(problem).inserted { problems.append(problem) }
    }

    private mutating func checkOperations() {
        var ids: [String: Operation] = [:]
        var routes: [String: Operation] = [:]
        for operation in specification.operations {
            let element = operation.element
            if let id = operation.id, let other = ids.updateValue(operation, forKey: id) {
                add(element.problem("The operationId \"\(id)\" is that of \(other.title), too."))
            }
            let template = RouteTemplate(operation.path)
            if let other = routes.updateValue(operation, forKey: "\(operation.method) \(template.form)") {
                add(element.problem("\(operation.title) can't be told from \(other.title)."))
            }
            let declared = operation.parameters.filter { $0.location == .path }
            for name in template.parameters where !declared.contains(where: { $0.name == name }) {
                let text = "The path of \(operation.title) has the parameter \"\(name)\", which isn't declared."
                add(element.problem(text))
            }
            for parameter in declared where !template.parameters.contains(parameter.name) {
                let text = "The path of \(operation.title) doesn't have the parameter \"\(parameter.name)\"."
                add(parameter.element.problem(text))
            }
        }
    }

    private mutating func checkExamples(of operation: Operation) {
        for parameter in operation.parameters where parameter.mediaType == nil {
            guard let use = parameter.schema else { continue }
            check(parameter.examples + use.examples, of: use, .request, at: parameter.element)
        }
        for content in operation.body?.contents ?? [] { check(content, .request) }
        for response in operation.responses {
            for content in response.contents { check(content, .response) }
        }
    }

    private mutating func check(_ content: MediaContent, _ direction: Direction) {
        guard content.isJSON, let use = content.schema else { return }
        check(content.examples + use.examples, of: use, direction, at: content.element)
        let sample = maker.sample(of: use, direction, examples: content.examples)
        // An example, whose places are known, may have faults in a response.
        let faults = maker.validator.findings(in: sample, as: use, direction).filter { $0.place.line == 0 }
        guard let finding = faults.first else { return }
        add(content.element.problem("No sample can be made that fits the schema: \(finding)."))
    }

    private mutating func checkExamples(of use: SchemaUse) {
        let schema = specification[use]
        check(schema.examples, of: use, nil, at: schema.element)
        guard case .object(let object) = schema.shape else { return }
        for property in object.properties {
            let values = property.use.examples + [property.use.defaultValue].compactMap { $0 }
            check(values, of: property.use, nil, at: schema.element)
        }
    }

    /// - Parameter direction: `nil` if the examples may be of either one.
    private mutating func check(
        _ examples: [DocumentNode],
        of use: SchemaUse,
        _ direction: Direction?,
        at element: DocumentElement
    ) {
        for example in examples {
            let directions = direction.map { [$0] } ?? [.response, .request]
            let all = directions.map { maker.validator.findings(in: example, as: use, $0) }
            guard let findings = all.min(by: { $0.count < $1.count }), let finding = findings.first else { continue }
            let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
            // An example of another file has its place there.
            let place = element.node.contains(example.place) ? finding.place : element.node.place
            let text = "The example doesn't fit its schema: \(finding)\(more)."
            add(DocumentProblem(file: element.file, place: place, text))
        }
    }
}

extension Operation {
    /// `GET /users/{login}`.
    package var title: String { "\(method) \(path)" }
}

extension DocumentNode {
    /// Whether the node, or a node within it, has a place.
    fileprivate func contains(_ place: TextPlace) -> Bool {
        self.place == place || list?.contains { $0.contains(place) } == true
            || entries?.contains { $0.value.contains(place) } == true
    }
}
