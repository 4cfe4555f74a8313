/// The schemas that can be reached from uses in one direction.
struct SchemaReach {
    private(set) var schemas: Set<SchemaID> = []
    private var waiting: [SchemaID] = []

    /// - Parameter isMember: Whether the uses within a form are followed.
    init(from uses: [SchemaUse], _ direction: Direction, in forms: ModelForms, following isMember: (ModelForm) -> Bool)
    {
        add(uses)
        while let id = waiting.popLast() {
            let form = forms[id]
            if isMember(form) { add(form.uses(direction)) }
        }
    }

    init(from uses: [SchemaUse], _ direction: Direction, in forms: ModelForms) {
        self.init(from: uses, direction, in: forms) { _ in true }
    }

    private mutating func add(_ uses: [SchemaUse]) {
        for use in uses where schemas.insert(use.schema).inserted { waiting.append(use.schema) }
    }
}
