/// Writes the source text of an API from its specification.
///
/// The same specification and the same options make the same bytes.
package struct Generator {
    private let specification: Specification
    private let options: GeneratorOptions
    private let targets: TargetPlan
    private let types: TypePlan
    private var result = GeneratedAPI()

    /// - Throws: ``OperationFilterError`` for a filter that matches no operation.
    package static func generate(
        _ specification: Specification,
        options: GeneratorOptions
    ) throws(OperationFilterError) -> GeneratedAPI {
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

    private mutating func generate() throws(OperationFilterError) -> GeneratedAPI {
        var planner = CallPlanner(specification, options: options, targets: targets)
        let plans = try planner.plans()
        result.problems = specification.problems + planner.problems
        register(plans)
        types.settle()

        var calls = CallWriter(specification, types: types, options: options)
        var common: [String: CommonParts] = [:]
        for target in targets.targets {
            let own = plans.filter { $0.target == target.name }
            common[target.name] = CommonParts(of: own, failures: own.map(calls.failures))
        }
        let isEnumeration = options.form == .enumeration
        var enumSamples = SampleTexts()
        var main = SourceText()
        var targetWriter = TargetWriter(specification, options: options)
        for target in targets.targets {
            let own = plans.filter { $0.target == target.name }
            guard !own.isEmpty || target.name == options.apiName else { continue }
            let parts = common[target.name] ?? CommonParts(of: [], failures: [])
            guard isEnumeration else {
                targetWriter.write(target, plans: own, common: parts, cases: nil, to: &main)
                continue
            }
            var body = SourceText(width: SourceText.width - 4)
            RouteSwitchWriter.write(own, &calls, common: parts, samples: &enumSamples, to: &body)
            targetWriter.write(
                target,
                plans: own,
                common: parts,
                cases: { $0.line(body.text.trimmingNewlines + "\n") },
                to: &main
            )
        }
        result.problems += targetWriter.problems
        let tags = plans.reduce(into: [String]()) { if !$0.contains($1.tag) { $0.append($1.tag) } }
        for tag in tags {
            var source = SourceText()
            var samples = SampleTexts()
            calls.write(plans.filter { $0.tag == tag }, common: common, samples: &samples, to: &source)
            addModels(types.models(ofTag: tag), to: &source)
            if !isEnumeration { samples.write(to: &source) }
            add("\(options.apiName)+\(tag).swift", source)
        }
        if isEnumeration { enumSamples.write(to: &main) }
        addSupport(calls, to: &main)
        add("\(options.apiName).swift", main)
        let shared = types.models(ofTag: nil)
        if !shared.isEmpty {
            var source = SourceText()
            addModels(shared, to: &source)
            add("\(options.apiName)Models.swift", source)
        }
        if let module = options.testedModule {
            let tests = TestsWriter(specification, types: types, calls: calls, options: options)
            let text = tests.text(for: plans, module: module)
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
                types.register(
                    schema,
                    .request,
                    suggesting: argument.suggestedTypeName,
                    tag: plan.tag,
                    isPatch: isPatch
                )
            }
            if let schema = plan.value.schema {
                types.register(schema, .response, suggesting: "\(name)Response", tag: plan.tag)
            }
            for schema in plan.errorContents.compactMap(\.content.schema) {
                types.register(schema, .response, suggesting: "\(name)Error", tag: plan.tag)
            }
        }
    }

    private func addModels(_ models: [String], to source: inout SourceText) {
        guard !models.isEmpty else { return }
        source.blank()
        source.block("extension \(options.apiName)") { source in
            for model in models {
                source.blank()
                source.line(model.trimmingNewlines)
            }
        }
    }

    private func addSupport(_ calls: CallWriter, to source: inout SourceText) {
        for declaration in [calls.routes.support.declaration].compactMap(\.self) + types.support {
            source.blank()
            source.line(declaration.trimmingNewlines)
        }
    }

    private mutating func add(_ name: String, _ body: SourceText) {
        var source = SourceText()
        source.line(GeneratedFile.header(documentName: options.documentName))
        source.blank()
        source.line("import Foundation")
        source.line("import Tern")
        source.blank()
        source.line(body.text.trimmingNewlines)
        result.files.append(GeneratedFile(name: name, text: source.text, isTest: false))
    }
}

extension String {
    /// Without line ends at both ends.
    fileprivate var trimmingNewlines: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        while text.first?.isNewline == true { text.removeFirst() }
        return String(text)
    }
}
