/// Which schemas need a type for each direction.
struct ModelSplit {
    let requests: Set<SchemaID>
    let responses: Set<SchemaID>
    /// Those of bodies of PATCH requests, except in lists and maps, whose elements are replaced as a whole.
    let patches: Set<SchemaID>
    /// In both directions, with a difference in itself or in a schema that it reaches.
    private(set) var schemas: Set<SchemaID> = []

    init(_ roots: [TypePlan.Root], forms: ModelForms) {
        func uses(where isIncluded: (TypePlan.Root) -> Bool) -> [SchemaUse] { roots.filter(isIncluded).map(\.use) }
        requests = SchemaReach(from: uses { $0.direction == .request }, .request, in: forms).schemas
        responses = SchemaReach(from: uses { $0.direction == .response }, .response, in: forms).schemas
        patches =
            SchemaReach(from: uses(where: \.isPatch), .request, in: forms) { form in
                switch form {
                case .array, .map: false
                default: true
                }
            }.schemas
        // From those with a difference to those that use them.
        var users: [SchemaID: [SchemaID]] = [:]
        var waiting: [SchemaID] = []
        for id in requests.intersection(responses) {
            for use in forms[id].uses(.request) + forms[id].uses(.response) {
                users[use.schema, default: []].append(id)
            }
            if differs(id, forms) { waiting.append(id) }
        }
        schemas = Set(waiting)
        while let id = waiting.popLast() {
            for user in users[id] ?? [] where schemas.insert(user).inserted { waiting.append(user) }
        }
    }

    private func differs(_ id: SchemaID, _ forms: ModelForms) -> Bool {
        guard case .object(let object) = forms[id] else { return false }
        return object.properties.contains { property in
            if property.use.isReadOnly || property.use.isWriteOnly { return true }
            return forms.isNullable(property.use) && (property.isRequired || patches.contains(id))
        }
    }
}
