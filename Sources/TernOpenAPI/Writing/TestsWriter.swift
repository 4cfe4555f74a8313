/// Writes a file of tests that call every operation of a stubbed provider, so that each sample is decoded.
struct TestsWriter {
    /// The writer that has written the calls.
    let calls: CallWriter

    func text(for plans: [CallPlan], module: String) -> String {
        var source = SourceText()
        source.line(GeneratedFile.header(documentName: calls.options.documentName))
        source.line("\nimport Foundation\nimport Tern\nimport Testing\n\n@testable import \(module)")
        for (tag, plans) in plans.grouped(by: \.tag) {
            source.blank()
            source.block("struct \(calls.options.apiName)\(tag)Tests") { source in
                for target in plans.grouped(by: \.target).map(\.key) {
                    let provider = "Provider<\(target)>(stubClosure: Provider.immediatelyStub)"
                    source.line("private let \(Self.provider(of: target)) = \(provider)")
                }
                var names: Set<String> = []
                for plan in plans {
                    let name = String(SwiftName.unquoted(plan.caseName).prefix(80))
                    write(plan, named: SwiftName.unique(name, in: &names), to: &source)
                }
            }
        }
        source.blank()
        source.comment("An argument from JSON.")
        source.block("private func value<Value: Decodable>(_ json: String) throws -> Value") { source in
            source.line("try ProviderConfiguration().decoder.decode(Value.self, from: Data(json.utf8))")
        }
        return source.text
    }

    // MARK: - Private

    private static func provider(of target: String) -> String { SwiftName.member(target) }

    private func write(_ plan: CallPlan, named name: String, to source: inout SourceText) {
        source.blank()
        if plan.operation.isDeprecated { source.line("@available(*, deprecated)") }
        source.block("@Test func \(name)() async throws") { source in
            let call = SourceItem(".\(plan.name)(", plan.arguments.map(argument), ")")
            let provider = Self.provider(of: plan.target)
            guard case .elements = plan.value else {
                return SourceItem("_ = try await \(provider).value(", [call], ")").write(to: &source)
            }
            SourceItem("let values = try await \(provider).values(", [call], ")").write(to: &source)
            source.line("for try await _ in values {}")
        }
    }

    private func argument(_ argument: CallArgument) -> SourceItem {
        let label = SwiftName.unquoted(argument.label)
        if let value = value(of: argument) { return SourceItem("\(label): \(value)") }
        let node = node(of: argument)
        let (line, lines) = (JSONWriter.text(node, isPretty: false), JSONWriter.text(node, isPretty: true))
        return SourceItem("\(label): value(", [.raw(line: line, lines: lines)], ")")
    }

    private func node(of argument: CallArgument) -> DocumentNode {
        argument.schema.map { calls.maker.sample(of: $0, .request, examples: argument.examples) }
            ?? DocumentNode(.null, at: TextPlace(line: 1, column: 1))
    }

    /// `nil` for a value that is decoded.
    private func value(of argument: CallArgument) -> String? {
        let type = calls.type(of: argument).unwrapped
        let name = if case .part(let property, _) = argument.source { property.name } else { "file" }
        let part = ".data(Data(\"data\".utf8), name: \(SwiftLiteral.string(name)))"
        if type == .part { return part }
        if type == .array(.part) { return "[\(part)]" }
        guard argument.schema != nil else {
            switch type {
            case .data: return "Data(\"{}\".utf8)"
            case .plain("QueryParameters"): return "[:]"
            default: return "\"text\""
            }
        }
        // Many of these bodies are XML.
        if type == .data, argument.type != nil { return "Data(\"<text/>\".utf8)" }
        let node = node(of: argument)
        if type == .string, let text = node.string, text.count < 60 { return SwiftLiteral.string(text) }
        if [.int, .double].contains(type), let number = node.number { return SwiftLiteral.number(number) }
        if type == .bool, let bool = node.bool { return "\(bool)" }
        return nil
    }
}
