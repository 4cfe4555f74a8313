/// The Swift types of a specification: which schemas become declarations, with which names.
///
/// First, ``register(_:)`` is called for each use in a request or a response, in the order of
/// the document. Then, ``settle()`` decides, and after it, types and declarations can be asked for.
package final class TypePlan {
    /// A use of a schema in a request or a response.
    struct Root {
        let use: SchemaUse
        let direction: Direction
        /// The name of the type of a schema that has none: `CreateUserBody`.
        let name: String
        /// The tag of the operation.
        let tag: String
        /// Whether this is the body of a PATCH request, in which an absent property isn't `null`.
        var isPatch = false
    }

    let specification: Specification
    let api: String
    let forms: ModelForms
    /// Of structs and unions. `Hashable` is a large part of what they cost to compile.
    let conformances: String
    private var roots: [Root] = []
    private var names: ModelNames
    /// The tag is `nil` if several tags use the type.
    private var declarations: [(text: String, tag: String?)] = []
    private var supportTypes: Set<SupportType> = []
    /// Unions among the variants of which an outer one must know whether the value is of another kind.
    private(set) var triedUnions: Set<SchemaID> = []
    /// The values of properties that tell objects of unions apart.
    private(set) var discriminatorValues: [SchemaID: [String: Set<String>]] = [:]

    /// - Parameter api: The name of the target, in which all models are nested: `Discord`.
    package init(_ specification: Specification, api: String, isHashable: Bool = false) {
        self.specification = specification
        self.api = api
        conformances = isHashable ? "Codable, Hashable, Sendable" : "Codable, Sendable"
        forms = ModelForms(specification)
        names = ModelNames([], split: [], api: api, forms: forms)
    }

    /// Says that a schema is used.
    func register(_ root: Root) { roots.append(root) }

    /// Decides about names and splits.
    package func settle() {
        let split = ModelSplit(roots, forms: forms)
        names = ModelNames(roots, split: split.schemas, api: api, forms: forms)
        let models = models(split)
        let storage = ModelStorage(models, plan: self)
        for model in models { prepare(forms[model.schema]) }
        let tags = ModelTags(roots, forms: forms)
        declarations = models.map { model in
            let directions: [Direction] =
                split.schemas.contains(model.schema) ? [model.direction] : [.request, .response]
            let text = ModelWriter(model: model, plan: self, storage: storage).text
            return (text, tags.onlyTag(of: model.schema, directions))
        }
        for root in roots { _ = type(of: root.use, root.direction) }
    }

    /// The type of a use, `nil` included if it is nullable.
    package func type(of use: SchemaUse, _ direction: Direction) -> SwiftType {
        let type = forms.type(of: use, direction) { names.name(of: $0, direction) }
        note(type)
        return type
    }

    /// A literal of the type: `20`, `"x"`, `.open`, `[.a, .b]`. `nil` if there is none.
    package func literal(_ node: DocumentNode, of use: SchemaUse, _ direction: Direction) -> String? {
        LiteralWriter(plan: self, direction: direction).literal(node, of: use)
    }

    /// The source texts of declarations to stand in `extension API { … }`, sorted by name.
    ///
    /// - Parameter tag: For those that only operations of this tag use. `nil` for those that several tags use.
    package func models(ofTag tag: String?) -> [String] { declarations.filter { $0.tag == tag }.map(\.text) }

    /// The source texts of declarations to stand outside of other ones, for the types that are used: `JSON`, `Day`,
    /// `Indirect`.
    package var support: [String] { SupportType.allCases.filter(supportTypes.contains).map { $0.text(in: api) } }

    func form(of use: SchemaUse) -> ModelForm { forms[use.schema] }

    /// Says that generated code needs the type.
    func needs(_ type: SupportType) { supportTypes.insert(type) }

    // MARK: - Private

    private func prepare(_ form: ModelForm) {
        guard case .union(let variants, let discriminator) = form else { return }
        guard let discriminator, !discriminator.isInteger else {
            return triedUnions.formUnion(variants.map(\.use.schema))
        }
        for variant in variants where variant.values.count == 1 {
            discriminatorValues[variant.use.schema, default: [:]][discriminator.property, default: []].insert(
                variant.values[0]
            )
        }
    }

    /// Sorted by name, so that a changed document makes a small difference.
    private func models(_ split: ModelSplit) -> [Model] {
        var models: [Model] = []
        for id in specification.schemas.indices.map(SchemaID.init) where forms[id].isDeclared {
            let isResponse = split.responses.contains(id)
            let name = names.name(of: id, .response)
            if isResponse { models.append(Model(schema: id, direction: .response, name: name)) }
            guard split.schemas.contains(id) || !isResponse && split.requests.contains(id) else { continue }
            let input = names.name(of: id, .request)
            models.append(Model(schema: id, direction: .request, name: input, isPatch: split.patches.contains(id)))
        }
        return models.sorted { $0.name < $1.name }
    }

    private func note(_ type: SwiftType) {
        switch type {
        case .json: needs(.json)
        case .day: needs(.day)
        case .plain, .nested: break
        case .array(let inner), .dictionary(let inner), .optional(let inner), .openEnum(let inner), .change(let inner):
            note(inner)
        }
    }
}
