/// Where values would contain themselves, so that their size has no end. Lists and maps have a size of their own.
struct ModelRecursion {
    /// Properties that need `Indirect`, by the name of their struct.
    private(set) var properties: [String: Set<String>] = [:]
    /// Unions that are `indirect` enums.
    private(set) var unions: Set<String> = []

    private struct Edge {
        /// `nil` for the value of a union.
        let property: String?
        let target: String
    }

    init(_ models: [Model], plan: TypePlan) {
        var edges: [String: [Edge]] = [:]
        for model in models { edges[model.name] = Self.edges(of: model, plan: plan) }
        // Unions come first, so that cycles are cut there where that is possible.
        let isUnion = { (model: Model) in if case .union = plan.forms[model.schema] { true } else { false } }
        let unions = Set(models.filter(isUnion).map(\.name))
        cut(edges, unions: unions, from: models.map(\.name).filter(unions.contains) + models.map(\.name))
    }

    // MARK: - Private

    private static func edges(of model: Model, plan: TypePlan) -> [Edge] {
        func edge(_ property: String?, _ use: SchemaUse) -> Edge? {
            switch plan.forms[use.schema] {
            case .object, .union, .alias:
                stored(plan.type(of: use, model.direction)).map { Edge(property: property, target: $0) }
            default: nil
            }
        }
        return switch plan.forms[model.schema] {
        case .object(let object): object.properties(model.direction).compactMap { edge($0.name, $0.use) }
        case .union(let variants, _): variants.compactMap { edge(nil, $0.use) }
        default: []
        }
    }

    /// The declared type whose value is a part of values of this type.
    private static func stored(_ type: SwiftType) -> String? {
        switch type {
        case .nested(let name): name
        case .optional(let value), .change(let value): stored(value)
        case .plain, .array, .dictionary, .openEnum: nil
        }
    }

    /// Cuts each reference that leads back to a type that is on the way to it: at the union that is one of both, or at
    /// the property.
    private mutating func cut(_ edges: [String: [Edge]], unions: Set<String>, from starts: [String]) {
        var done: Set<String> = []
        var isOnTheWay: Set<String> = []
        for start in starts where !done.contains(start) {
            var way = [(name: start, rest: edges[start, default: []][...])]
            isOnTheWay.insert(start)
            while let (name, rest) = way.last {
                guard let edge = rest.first else {
                    way.removeLast()
                    isOnTheWay.remove(name)
                    done.insert(name)
                    continue
                }
                way[way.count - 1].rest = rest.dropFirst()
                if isOnTheWay.contains(edge.target) {
                    let ends = [edge.target, name].filter(unions.contains)
                    if let union = ends.first(where: self.unions.contains) ?? ends.first {
                        self.unions.insert(union)
                    } else if let property = edge.property {
                        properties[name, default: []].insert(property)
                    }
                } else if !done.contains(edge.target) {
                    way.append((edge.target, edges[edge.target, default: []][...]))
                    isOnTheWay.insert(edge.target)
                }
            }
        }
    }
}
