/// The schema objects that describe a value together: one, and those that its `$ref` and `allOf` lead to.
struct SchemaParts {
    /// The keywords with a list of schemas.
    static let lists = ["allOf", "oneOf", "anyOf"]

    /// The schema itself, and then what it leads to, the last of `allOf` first: the first part with a keyword wins.
    private(set) var elements: [DocumentElement] = []
    /// The lists of alternatives, `oneOf` and `anyOf`.
    private(set) var alternatives: [[DocumentElement]] = []
    private(set) var isNullable = false

    private let files: DocumentFiles
    private var ids: Set<DocumentElement.ID> = []

    /// The parts of a schema, or of several, as `allOf` means it.
    ///
    /// - Throws: The problem of a reference that can't be resolved.
    init(of schemas: [DocumentElement], in files: DocumentFiles) throws(DocumentProblem) {
        self.files = files
        for schema in schemas { try add(schema, owner: schema.id) }
        let nullability = elements.compactMap(Self.allowsNull)
        isNullable = elements.first.flatMap(Self.allowsNull) ?? (!nullability.isEmpty && !nullability.contains(false))
    }

    /// These parts, and those of an alternative.
    func adding(_ alternative: DocumentElement) throws(DocumentProblem) -> SchemaParts {
        var result = try SchemaParts(of: [alternative], in: files)
        result.alternatives.removeAll { list in list.contains { ids.contains($0.id) } }
        result.elements += elements.filter { !result.ids.contains($0.id) }
        result.ids.formUnion(ids)
        return result
    }

    /// The first value of a keyword.
    func first(_ keyword: String) -> DocumentElement? {
        elements.lazy.compactMap { $0[keyword] }.first
    }

    /// All values of a keyword.
    func all(_ keyword: String) -> [DocumentElement] {
        elements.compactMap { $0[keyword] }
    }

    // MARK: - Rules

    /// Whether a schema has rules of its own beside a reference or a list: then it isn't an alias.
    static func hasOwnRules(_ element: DocumentElement) -> Bool {
        let rules = ["properties", "required", "items", "additionalProperties", "enum", "const", "format"]
        // Beside a reference, `type: object` says nothing new.
        let hasType = element["type"].map { ["string", "integer", "number", nil].contains($0.string) } ?? false
        return hasType || rules.contains { element[$0] != nil }
    }

    /// Whether a schema says more than a type.
    static func isSpecific(_ element: DocumentElement) -> Bool {
        let notes = ["type", "title", "description", "deprecated", "default", "example", "examples"]
        let flags = ["nullable", "readOnly", "writeOnly"]
        return element.node.entries?.contains { !(notes + flags).contains($0.key) && !$0.key.hasPrefix("x-") } == true
    }

    /// Whether a schema allows `null` only.
    static func isNull(_ element: DocumentElement) -> Bool {
        if element["type"]?.string == "null" { return true }
        if let const = element["const"] { return const.node.isNull }
        if let values = element["enum"]?.list, !values.isEmpty { return values.allSatisfy(\.node.isNull) }
        return false
    }

    /// Whether an alternative only restricts what stands beside the list: `required: [a]`, or `not`.
    static func isRestriction(_ element: DocumentElement) -> Bool {
        let keys = element.node.entries?.map(\.key) ?? []
        return !keys.isEmpty && keys.allSatisfy { ["required", "not", "title", "description"].contains($0) }
    }

    /// `nil` if the schema says nothing about `null`.
    private static func allowsNull(_ element: DocumentElement) -> Bool? {
        if element["nullable"]?.bool == true { return true }
        if let const = element["const"] { return const.node.isNull }
        if let types = element["type"]?.list { return types.contains { $0.string == "null" } }
        if let values = element["enum"]?.list, values.contains(where: \.node.isNull) { return true }
        for list in ["oneOf", "anyOf"].compactMap({ element[$0]?.list }) where list.contains(where: isNull) {
            return true
        }
        return element["type"] == nil ? nil : false
    }

    // MARK: - Private

    private mutating func add(_ element: DocumentElement, owner: DocumentElement.ID) throws(DocumentProblem) {
        guard ids.insert(element.id).inserted else { return }
        guard ids.count < 500 else { throw element.problem("More than 500 schemas are one by “$ref” and “allOf”.") }
        elements.append(element)
        for part in (element["allOf"]?.list ?? []).reversed() { try add(part, owner: owner) }
        if let reference = element["$ref"]?.string {
            try add(files.element(for: reference, from: element), owner: owner)
        }
        for keyword in ["oneOf", "anyOf"] {
            let list = (element[keyword]?.list ?? []).filter { !Self.isNull($0) && !Self.isRestriction($0) }
            // A variant that extends its own base would contain all variants.
            let targets = try list.map { item throws(DocumentProblem) in try files.target(of: item).id }
            let containsOwner = targets.contains(owner) || list.contains { $0.id == owner }
            if !list.isEmpty, !containsOwner { alternatives.append(list) }
        }
    }
}
