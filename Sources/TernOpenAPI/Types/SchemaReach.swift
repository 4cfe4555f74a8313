/// The schemas that can be reached from uses in one direction.
struct SchemaReach {
    private(set) var schemas: Set<SchemaID> = []
    private var waiting: [SchemaID] = []

    /// - Parameter isMember: Whether the uses within a form are followed.
    init(
        from uses: [SchemaUse],
        _ direction: Direction,
        in forms: ModelForms,
        following isMember: (ModelForm) -> Bool = { _ in true }
    ) {
        add(uses)
        while let id = waiting.popLast() {
            if isMember(forms[id]) { add(forms[id].uses(direction)) }
        }
    }

    private mutating func add(_ uses: [SchemaUse]) {
        for use in uses where schemas.insert(use.schema).inserted { waiting.append(use.schema) }
    }
}
