/// Writes the source text of an API from its specification.
///
/// The same specification and the same options make the same bytes.
package struct Generator {
    private let specification: Specification
    private let options: GeneratorOptions
    private let targets: TargetPlan
    private let types: TypePlan
    private var result = GeneratedAPI()

    /// - Throws: ``UsageError`` for a filter that matches no operation.
    package static func generate(
        _ specification: Specification,
        options: GeneratorOptions
    ) throws(UsageError) -> GeneratedAPI {
        var generator = Generator(specification, options)
        return try generator.generate()
    }

    // MARK: - Private

    private init(_ specification: Specification, _ options: GeneratorOptions) {
        self.specification = specification
        self.options = options
        targets = TargetPlan(specification, options: options)
        types = TypePlan(specification, api: options.apiName, isHashable: options.isHashable)
    }

    private mutating func generate() throws(UsageError) -> GeneratedAPI {
        var planner = CallPlanner(specification, options: options, targets: targets)
        let plans = try planner.plans()
        result.problems = specification.problems + planner.problems
        register(plans)
        types.settle()

        var calls = CallWriter(specification, types: types, options: options)
        var main = SourceText()
        var targetWriter = TargetWriter(specification: specification, options: options)
        for target in targets.targets {
            let own = plans.filter { $0.target == target.name }
            guard !own.isEmpty || target.name == options.apiName else { continue }
            let common = CommonParts(of: own, failures: own.map(calls.failures))
            calls.common[target.name] = common
            var cases: String?
            if options.form == .enumeration {
                var source = SourceText(width: SourceText.width - 4)
                RouteSwitchWriter.write(own, &calls, to: &source)
                cases = source.text
            }
            targetWriter.write(target, plans: own, common: common, cases: cases, to: &main)
        }
        calls.samples.write(to: &main)
        result.problems += targetWriter.problems
        for (tag, plans) in plans.grouped(by: \.tag) {
            var source = SourceText()
            calls.samples = SampleTexts()
            calls.write(plans, to: &source)
            addModels(types.models(ofTag: tag), to: &source)
            calls.samples.write(to: &source)
            add("\(options.apiName)+\(tag).swift", source)
        }
        for declaration in [calls.routes.support.declaration].compactMap(\.self) + types.support {
            main.blank()
            main.line(declaration)
        }
        add("\(options.apiName).swift", main)
        let shared = types.models(ofTag: nil)
        if !shared.isEmpty {
            var source = SourceText()
            addModels(shared, to: &source)
            add("\(options.apiName)Models.swift", source)
        }
        if let module = options.testedModule {
            let text = TestsWriter(calls: calls).text(for: plans, module: module)
            result.files.append(GeneratedFile(name: "\(options.apiName)Tests.swift", text: text, isTest: true))
        }
        result.files.sort { ($0.isTest ? 1 : 0, $0.name) < ($1.isTest ? 1 : 0, $1.name) }
        return result
    }

    /// All types of calls, in the order of the document.
    private func register(_ plans: [CallPlan]) {
        for plan in plans {
            let name = SwiftName.type(SwiftName.unquoted(plan.name))
            for argument in plan.arguments where argument.type == nil {
                guard let schema = argument.schema else { continue }
                var isPatch = false
                if case .body = argument.source { isPatch = plan.operation.method == "PATCH" }
                let name = argument.suggestedTypeName
                types.register(.init(use: schema, direction: .request, name: name, tag: plan.tag, isPatch: isPatch))
            }
            let errors = plan.errorContents.map { ($0.content.schema, "\(name)Error") }
            for case (let schema?, let name) in [(plan.value.schema, "\(name)Response")] + errors {
                types.register(.init(use: schema, direction: .response, name: name, tag: plan.tag))
            }
        }
    }

    private func addModels(_ models: [String], to source: inout SourceText) {
        guard !models.isEmpty else { return }
        source.blank()
        source.block("extension \(options.apiName)") { source in
            for model in models {
                source.blank()
                source.line(model)
            }
        }
    }

    private mutating func add(_ name: String, _ body: SourceText) {
        var source = SourceText()
        source.line(GeneratedFile.header(documentName: options.documentName))
        source.line("\nimport Foundation\nimport Tern\n")
        source.blank()
        source.line(body.text)
        result.files.append(GeneratedFile(name: name, text: source.text, isTest: false))
    }
}
