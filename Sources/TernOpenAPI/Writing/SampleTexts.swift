/// The samples of a file's calls. Short ones stand in the call, others in an enum at the end of the file.
struct SampleTexts {
    private static let maximumInlineLength = 60
    private static let maximumNameLength = 40

    private static let enumName = "Samples"
    private var names: Set<String> = []
    private var entries: [(name: String, lines: String)] = []
    /// The same sample stands there once.
    private var namesByText: [String: String] = [:]

    /// The response of a call's stubs.
    mutating func response(for plan: CallPlan, _ maker: SampleMaker) -> String {
        let status = plan.status == 200 ? "" : ", status: \(plan.status)"
        switch plan.value {
        case .noContent: return ".status(\(plan.status))"
        case .json(let content):
            let text = expression(maker.sample(of: content, .response), named: plan.caseName)
            return ".json(text: \(text)\(status))"
        case .text(let content):
            let node = maker.sample(of: content, .response)
            let text =
                node?.string.map { $0.isEmpty ? "text" : $0 } ?? node.map { JSONWriter.text($0, isPretty: false) }
            return ".text(\(expression(ofText: text ?? "text", named: plan.caseName))\(status))"
        case .data(let content):
            return ".data(Data(\"data\".utf8), contentType: \(SwiftLiteral.string(content.bodyType))\(status))"
        case .elements(let content):
            let node = plan.value.schema.map { maker.sample(of: $0, .response, examples: []) }
            // An element is one line.
            let line = node.map { $0.string ?? JSONWriter.text($0, isPretty: false) } ?? "text"
            let text = expression(ofText: line, named: plan.caseName)
            if content.isEventStream { return ".events([ServerSentEvent(data: \(text))]\(status))" }
            let type = SwiftLiteral.string(content.essence)
            let start = content.essence == "application/json-seq" ? "\"\\u{1E}\" + " : ""
            return ".data(Data((\(start)\(text) + \"\\n\").utf8), contentType: \(type)\(status))"
        }
    }

    /// The declaration of the enum. `nil` if all samples are short.
    func write(to source: inout SourceText) {
        guard !entries.isEmpty else { return }
        source.blank()
        source.block("private enum \(Self.enumName)") { source in
            for entry in entries {
                source.blank()
                let (opening, closing) = SwiftLiteral.rawLines(entry.lines)
                source.line("static let \(entry.name) = \(opening)")
                source.nested { source in source.line("\(entry.lines)\n\(closing)") }
            }
        }
    }

    // MARK: - Private

    private mutating func expression(_ node: DocumentNode?, named name: String) -> String {
        guard let node else { return "\"null\"" }
        let text = JSONWriter.text(node, isPretty: false)
        if text.count <= Self.maximumInlineLength { return SwiftLiteral.raw(text) }
        return entry(JSONWriter.text(node, isPretty: true), named: name)
    }

    private mutating func expression(ofText text: String, named name: String) -> String {
        if text.count <= Self.maximumInlineLength { return SwiftLiteral.string(text) }
        // The literal keeps line feeds only.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return entry(lines.joined(separator: "\n"), named: name)
    }

    private mutating func entry(_ lines: String, named name: String) -> String {
        if let name = namesByText[lines] { return "\(Self.enumName).\(name)" }
        let name = SwiftName.unique(String(SwiftName.unquoted(name).prefix(Self.maximumNameLength)), in: &names)
        namesByText[lines] = name
        entries.append((name, lines))
        return "\(Self.enumName).\(name)"
    }
}
