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
        let name = shared ?? root.name
        var waiting = [Part(id: root.use.schema, owner: name, word: "", start: name)]
        while let part = waiting.popLast() {
            let id = part.id
            guard visited.insert(id).inserted else { continue }
            let schema = forms.specification[id]
            if forms[id].isDeclared, names[id] == nil { names[id] = unique(part.name) }
            let own = schema.name.map(SwiftName.part)
            let owner = names[id] ?? own ?? part.name
            let start = own == nil ? part.start : owner
            waiting += parts(of: id, named: owner, start: start).reversed()
        }
    }

    /// A schema within another one.
    private struct Part {
        let id: SchemaID
        let owner: String
        /// The property.
        let word: String
        /// The name of the outermost owner.
        let start: String

        /// Long names lack the properties on the way.
        var name: String { word.isEmpty || owner.count + word.count <= 50 ? owner + word : start + word }
    }

    private func parts(of id: SchemaID, named owner: String, start: String) -> [Part] {
        func part(_ use: SchemaUse, _ word: String, of other: String? = nil) -> Part {
            Part(id: use.schema, owner: other ?? owner, word: word, start: other ?? start)
        }
        switch forms[id] {
        case .plain, .values: return []
        case .alias(let use, _): return [part(use, "")]
        case .array(let use), .map(let use):
            let singular = Self.singular(owner)
            let word = singular == nil ? "Item" : ""
            return [Part(id: use.schema, owner: singular ?? owner, word: word, start: start)]
        case .union(let variants, _):
            let cases = UnionCases.names(of: variants, forms: forms)
            return zip(variants, cases).map { part($0.use, SwiftName.part(SwiftName.unquoted($1))) }
        case .object(let object):
            let component = Self.component(of: forms.specification[id].element.pointer)
            let properties = object.properties.map { property in
                // A property that comes from another schema by `allOf` has that one's name.
                let source = Self.component(of: forms.specification[property.use].element.pointer)
                let other = source.flatMap { $0 == component ? nil : SwiftName.part($0) }
                return part(property.use, SwiftName.part(property.name), of: other)
            }
            return properties + (object.additional.map { [part($0, "Value")] } ?? [])
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
