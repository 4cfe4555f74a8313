/// Reads the schemas of a document, each once.
///
/// A schema object becomes a list of parts: itself, and what its `$ref` and `allOf` lead to. ``SchemaParts`` says what
/// the parts mean together. Parts are read from a queue, so that a schema may contain itself.
final class SchemaReader {
    let files: DocumentFiles
    private(set) var schemas: [Schema] = []
    var problems: [DocumentProblem] = []

    private typealias Alias = (target: DocumentElement, isNullable: Bool)

    private var uses: [DocumentElement.ID: SchemaUse] = [:]
    /// The elements whose `$ref` is being followed: one that comes again refers to itself.
    private var following: Set<DocumentElement.ID> = []
    private var queue: [(id: SchemaID, parts: SchemaParts)] = []

    init(files: DocumentFiles) { self.files = files }

    /// The schema of an element, with what stands beside its reference.
    ///
    /// - Throws: The problem of a reference that can't be resolved, or leads to itself.
    func use(of element: DocumentElement) throws(DocumentProblem) -> SchemaUse {
        if let use = uses[element.id] { return use }
        guard following.insert(element.id).inserted else {
            throw element.problem("The reference leads to itself.")
        }
        guard following.count < 200 else { throw element.problem("More than 200 references lead to each other.") }
        defer { following.remove(element.id) }
        var use: SchemaUse
        if let alias = try alias(of: element) {
            use = annotated(try self.use(of: alias.target), by: element, isNullable: alias.isNullable)
        } else {
            let parts = try SchemaParts(of: [element], in: files)
            use = annotated(SchemaUse(schema: add(parts, at: element)), by: element, isNullable: parts.isNullable)
            use.isReadOnly = parts.all("readOnly").contains { $0.bool == true }
            use.isWriteOnly = parts.all("writeOnly").contains { $0.bool == true }
        }
        uses[element.id] = use
        return use
    }

    /// The schema of several elements together: an alternative of `oneOf` with what stands beside the list.
    func use(of parts: SchemaParts, at element: DocumentElement, key: String) -> SchemaUse {
        use(at: element, key: "&\(key)") { add(parts, at: element) }
    }

    /// A schema that stands in no place of its own: one type of a list of types.
    func use(of shape: SchemaShape, at element: DocumentElement, key: String) -> SchemaUse {
        use(at: element, key: "|\(key)") { add(Schema(shape: shape, element: element)) }
    }

    /// Reads all schemas of the queue.
    func finish() throws(DocumentProblem) {
        var next = 0
        while next < queue.count {
            let (id, parts) = queue[next]
            next += 1
            schemas[id.index].shape = try SchemaShaper(reader: self, parts: parts).shape()
        }
        queue = []
        for index in schemas.indices {
            VariantMerger.merge(&schemas, at: index)
            guard case .union(var union) = schemas[index].shape else { continue }
            union.discriminator = DiscriminatorReader(schemas: schemas).discriminator(of: union)
            schemas[index].shape = .union(union)
        }
    }

    // MARK: - Private

    private func use(at element: DocumentElement, key: String, _ schema: () -> SchemaID) -> SchemaUse {
        let id = DocumentElement.ID(file: element.file, pointer: element.pointer + key)
        let use = uses[id] ?? SchemaUse(schema: schema())
        uses[id] = use
        return use
    }

    private func add(_ schema: Schema) -> SchemaID {
        schemas.append(schema)
        return SchemaID(index: schemas.count - 1)
    }

    private func add(_ parts: SchemaParts, at element: DocumentElement) -> SchemaID {
        var schema = Schema(shape: .any, element: element)
        schema.name = Self.name(of: element, root: files.name)
        schema.title = parts.first("title")?.string
        schema.description = parts.first("description")?.string
        schema.isDeprecated = element["deprecated"]?.bool == true
        schema.defaultValue = parts.first("default")?.node
        schema.examples = parts.elements.flatMap { Self.examples(of: $0) }
        schema.limits = SchemaLimits(parts)
        let id = add(schema)
        queue.append((id, parts))
        return id
    }

    /// The only schema that an element stands for: that of its `$ref`, or of a list with one alternative.
    private func alias(of element: DocumentElement) throws(DocumentProblem) -> Alias? {
        guard !SchemaParts.hasOwnRules(element) else { return nil }
        let lists = SchemaParts.lists.compactMap { element[$0] }
        if element["$ref"]?.string != nil { return lists.isEmpty ? (try files.target(of: element), false) : nil }
        guard lists.count == 1, let alternatives = lists.first?.list else { return nil }
        let others = alternatives.filter { !SchemaParts.isNull($0) }
        guard others.count == 1, let target = others.first else { return nil }
        // A variant that adds nothing to its base isn't the base, whose discriminator leads to it.
        if element["allOf"] != nil, target["$ref"] != nil, try files.target(of: target)["discriminator"] != nil {
            return nil
        }
        return (target, others.count < alternatives.count)
    }

    func annotated(_ use: SchemaUse, by element: DocumentElement, isNullable: Bool) -> SchemaUse {
        var use = use
        use.isNullable = use.isNullable || isNullable || element["nullable"]?.bool == true
        use.isReadOnly = use.isReadOnly || element["readOnly"]?.bool == true
        use.isWriteOnly = use.isWriteOnly || element["writeOnly"]?.bool == true
        use.isDeprecated = use.isDeprecated || element["deprecated"]?.bool == true
        use.description = element["description"]?.string ?? use.description
        use.defaultValue = element["default"]?.node ?? use.defaultValue
        use.examples = Self.examples(of: element) + use.examples
        return use
    }

    private static func examples(of element: DocumentElement) -> [DocumentNode] {
        (element["example"].map { [$0.node] } ?? []) + (element.node["examples"]?.list ?? [])
    }

    /// The name of a schema that has one: a component, a definition, a file, or a member of another file.
    private static func name(of element: DocumentElement, root: String) -> String? {
        let parts = element.pointer.split(separator: "/")
        let isDefinition = parts.count > 1 && ["schemas", "definitions", "$defs"].contains(parts[parts.count - 2])
        if isDefinition { return element.name }
        guard element.file != root else { return nil }
        if parts.count == 1 { return element.name }
        guard parts.isEmpty, let file = element.file.split(separator: "/").last else { return nil }
        return file.split(separator: ".").first.map(String.init)
    }
}
