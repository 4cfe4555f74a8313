extension SchemaShaper {
    /// The values of `enum` or `const`. `nil` without one, and for values of other types than texts and integers.
    func enumeration(of parts: SchemaParts) -> SchemaShape? {
        guard let owner = parts.elements.first(where: { $0["const"] != nil || $0["enum"] != nil }) else { return nil }
        let nodes = owner["const"].map { [$0.node] } ?? owner.node["enum"]?.list ?? []
        let names = owner.node["x-enum-varnames"] ?? owner.node["x-enumNames"]
        let descriptions = owner.node["x-enum-descriptions"] ?? owner.node["x-enumDescriptions"]
        func text(_ node: DocumentNode?, _ index: Int, _ value: String) -> String? {
            if let list = node?.list { return list.indices.contains(index) ? list[index].string : nil }
            return node?[value]?.string
        }
        let cases = nodes.enumerated().filter { !$0.element.isNull }.map { index, node in
            let value = node.string ?? node.number ?? ""
            return (node, text(names, index, value), text(descriptions, index, value))
        }
        return shape(of: cases)
    }

    /// The values of alternatives that have one each: `oneOf: [{const: 1, title: ONE}, …]`.
    func enumeration(of alternatives: [DocumentElement]) -> SchemaShape? {
        var cases: [Case] = []
        for alternative in alternatives {
            let values = alternative["const"].map { [$0.node] } ?? alternative.node["enum"]?.list ?? []
            guard !values.isEmpty, alternative["properties"] == nil else { return nil }
            let name = values.count == 1 ? alternative["title"]?.string : nil
            cases += values.map { ($0, name, values.count == 1 ? alternative["description"]?.string : nil) }
        }
        return shape(of: cases)
    }

    // MARK: - Private

    private typealias Case = (node: DocumentNode, name: String?, description: String?)

    private func shape(of cases: [Case]) -> SchemaShape? {
        let type = parts.first("type")?.string
        // In YAML, values of a text may look like numbers or Booleans.
        let texts = unique(cases) { node in
            node.string ?? (type == "string" ? node.number ?? node.bool.map(String.init) : nil)
        }
        if let texts, type != "integer" { return .strings(texts) }
        let integers = unique(cases) { Int($0.number ?? $0.string ?? "") }
        return type == "string" ? nil : integers.map(SchemaShape.integers)
    }

    /// Each value once. `nil` without cases, or if one has a value of another type.
    private func unique<Value>(_ cases: [Case], _ value: (DocumentNode) -> Value?) -> [EnumCase<Value>]? {
        var seen: Set<Value> = []
        let all = cases.compactMap { entry in
            value(entry.node).map { EnumCase(value: $0, name: entry.name, description: entry.description) }
        }
        return all.isEmpty || all.count < cases.count ? nil : all.filter { seen.insert($0.value).inserted }
    }
}
