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
            return (node: node, name: text(names, index, value), description: text(descriptions, index, value))
        }
        return shape(of: cases, type: parts.first("type")?.string)
    }

    /// The values of alternatives that have one each: `oneOf: [{const: 1, title: ONE}, …]`.
    func enumeration(of alternatives: [DocumentElement]) -> SchemaShape? {
        var cases: [(node: DocumentNode, name: String?, description: String?)] = []
        for alternative in alternatives {
            let values = alternative["const"].map { [$0.node] } ?? alternative.node["enum"]?.list ?? []
            guard !values.isEmpty, alternative["properties"] == nil else { return nil }
            let name = values.count == 1 ? alternative["title"]?.string : nil
            cases += values.map { ($0, name, values.count == 1 ? alternative["description"]?.string : nil) }
        }
        return shape(of: cases, type: parts.first("type")?.string)
    }

    // MARK: - Private

    private func shape(
        of cases: [(node: DocumentNode, name: String?, description: String?)],
        type: String?
    ) -> SchemaShape? {
        guard !cases.isEmpty else { return nil }
        // In YAML, values of a text may look like numbers or Booleans.
        let texts = cases.compactMap { entry in
            entry.node.string ?? (type == "string" ? entry.node.number ?? entry.node.bool.map(String.init) : nil)
        }
        if texts.count == cases.count, type != "integer" {
            return .strings(
                unique(zip(texts, cases).map { EnumCase(value: $0, name: $1.name, description: $1.description) })
            )
        }
        let integers = cases.compactMap { Int($0.node.number ?? $0.node.string ?? "") }
        if integers.count == cases.count, type != "string" {
            return .integers(
                unique(zip(integers, cases).map { EnumCase(value: $0, name: $1.name, description: $1.description) })
            )
        }
        return nil
    }

    private func unique<Value>(_ cases: [EnumCase<Value>]) -> [EnumCase<Value>] {
        var seen: Set<Value> = []
        return cases.filter { seen.insert($0.value).inserted }
    }
}
