/// The tags whose operations use a schema.
struct ModelTags {
    private var tags: [Direction: [SchemaID: Set<String>]] = [:]

    init(_ roots: [TypePlan.Root], forms: ModelForms) {
        for direction in [Direction.request, .response] {
            let ofDirection = Dictionary(grouping: roots.filter { $0.direction == direction }, by: \.tag)
            for (tag, roots) in ofDirection {
                for id in SchemaReach(from: roots.map(\.use), direction, in: forms).schemas {
                    tags[direction, default: [:]][id, default: []].insert(tag)
                }
            }
        }
    }

    /// `nil` if several tags use the schema.
    func onlyTag(of id: SchemaID, _ directions: [Direction]) -> String? {
        let all = directions.reduce(into: Set()) { $0.formUnion(tags[$1]?[id] ?? []) }
        return all.count == 1 ? all.first : nil
    }
}
