/// The names of declarations. Those of `components` have theirs, and others that of their owner with the property.
struct ModelNames {
    private(set) var names: [SchemaID: String] = [:]
    /// Of the types that only requests use, beside those of the responses.
    private(set) var inputNames: [SchemaID: String] = [:]

    private let forms: ModelForms
    private let api: String
    private var taken: Set<String> = []

    init(_ roots: [TypePlan.Root], split: Set<SchemaID>, api: String, forms: ModelForms) {
        self.forms = forms
        self.api = api
        // All of the document, so that names don't depend on the operations that are generated.
        for index in forms.specification.schemas.indices {
            let id = SchemaID(index: index)
            if let name = forms.specification[id].name, forms[id].isDeclared { names[id] = unique(name) }
        }
        for root in roots { nameInline(root) }
        for id in split.sorted(by: { $0.index < $1.index }) where forms[id].isDeclared {
            inputNames[id] = names[id].map { unique($0 + "Input") }
        }
    }

    func name(of id: SchemaID, _ direction: Direction) -> String {
        let input = direction == .request ? inputNames[id] : nil
        return input ?? names[id] ?? "JSON"
    }

    // MARK: - Private

    private var visited: Set<SchemaID> = []

    private mutating func unique(_ text: String) -> String {
        let name = SwiftName.type(text)
        return SwiftName.unique(name == api ? name + "Model" : name, in: &taken)
    }

    /// Names what the use reaches, in the order of the document.
    private mutating func nameInline(_ root: TypePlan.Root) {
        let shared = sharedName(of: forms.specification[root.use].element.pointer)
        var waiting = [(id: root.use.schema, name: shared ?? root.name)]
        while let (id, suggestion) = waiting.popLast() {
            guard visited.insert(id).inserted else { continue }
            let schema = forms.specification[id]
            if forms[id].isDeclared, names[id] == nil { names[id] = unique(suggestion) }
            let owner = names[id] ?? schema.name.map(SwiftName.part) ?? suggestion
            waiting += parts(of: id, named: owner).reversed()
        }
    }

    private func parts(of id: SchemaID, named owner: String) -> [(id: SchemaID, name: String)] {
        switch forms[id] {
        case .plain, .strings, .integers: return []
        case .alias(let use, _): return [(use.schema, owner)]
        case .array(let use), .map(let use): return [(use.schema, Self.singular(owner) ?? owner + "Item")]
        case .union(let variants, _):
            let cases = UnionCases.names(of: variants, forms: forms)
            return zip(variants, cases).map { ($0.use.schema, owner + SwiftName.part(SwiftName.unquoted($1))) }
        case .object(let object):
            let component = Self.component(of: forms.specification[id].element.pointer)
            let properties = object.properties.map { property in
                // A property that comes from another schema by `allOf` has that one's name.
                let source = Self.component(of: forms.specification[property.use].element.pointer)
                let base = source.flatMap { $0 == component ? nil : SwiftName.part($0) } ?? owner
                return (id: property.use.schema, name: base + SwiftName.part(property.name))
            }
            return properties + (object.additionalUse.map { [($0.schema, owner + "Value")] } ?? [])
        }
    }

    /// `User` of `/components/schemas/User/properties/name`.
    private static func component(of pointer: String) -> String? {
        let parts = pointer.split(separator: "/")
        return parts.count > 2 && parts[0] == "components" && parts[1] == "schemas" ? String(parts[2]) : nil
    }

    /// The name of a schema within a response, a parameter or a body of `components`, which several operations may use.
    private func sharedName(of pointer: String) -> String? {
        let parts = pointer.split(separator: "/")
        guard parts.count > 2, parts[0] == "components", let suffix = Self.suffixes[String(parts[1])] else {
            return nil
        }
        let name = SwiftName.part(String(parts[2]))
        return name.hasSuffix(suffix) ? name : name + suffix
    }

    private static let suffixes = [
        "responses": "Response", "requestBodies": "Body", "parameters": "", "headers": "Header", "mediaTypes": "Body",
    ]

    /// `Address` of `Addresses`. `nil` if there is no simple one.
    private static func singular(_ name: String) -> String? {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        if ["sses", "xes", "ches", "shes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
        let isPlural = name.hasSuffix("s") && !["ss", "us", "is", "News", "Series"].contains(where: name.hasSuffix)
        return isPlural ? String(name.dropLast()) : nil
    }
}
