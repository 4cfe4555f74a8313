/// Which values stand behind a reference: those that would contain themselves, and those that would make the value around
/// them very large, which costs the compiler minutes and a thread its stack. Lists and maps are references already.
struct ModelStorage {
    /// The number of values that a struct has in itself, with those of the structs in it.
    private static let maximumSize = 250

    /// Properties that need `Indirect`, by the name of their struct.
    private(set) var properties: [String: Set<String>] = [:]
    /// Unions that are `indirect` enums.
    private(set) var unions: Set<String> = []

    private struct Edge {
        /// `nil` for the value of a union.
        let property: String?
        let target: String
        /// Whether the property may be `Indirect`. One that tells `null` from an absent value isn't, except to end a
        /// recursion.
        var isMovable = true
    }

    private var sizes: [String: Int] = [:]

    init(_ models: [Model], plan: TypePlan) {
        var edges: [String: [Edge]] = [:]
        for model in models { edges[model.name] = Self.edges(of: model, plan: plan) }
        // Unions come first, so that cycles are cut there where that is possible.
        let isUnion = { (model: Model) in if case .union = plan.forms[model.schema] { true } else { false } }
        let unions = Set(models.filter(isUnion).map(\.name))
        let counts = models.map { ($0.name, plan.forms[$0.schema].uses($0.direction).count) }
        let walk = Walk(edges: edges, unions: unions, counts: Dictionary(counts) { first, _ in first })
        cut(walk, from: models.map(\.name).filter(unions.contains) + models.map(\.name))
    }

    // MARK: - Private

    private struct Walk {
        let edges: [String: [Edge]]
        let unions: Set<String>
        /// The numbers of properties or variants.
        let counts: [String: Int]
    }

    private static func edges(of model: Model, plan: TypePlan) -> [Edge] {
        func edge(_ property: String?, _ use: SchemaUse) -> Edge? {
            switch plan.forms[use.schema] {
            case .object, .union, .alias:
                stored(plan.type(of: use, model.direction)).map { Edge(property: property, target: $0) }
            default: nil
            }
        }
        return switch plan.forms[model.schema] {
        case .object(let object):
            object.properties(model.direction).compactMap { property in
                var edge = edge(property.name, property.use)
                let isNullable = model.direction == .request && plan.type(of: property.use, .request).isOptional
                edge?.isMovable = !(isNullable && (property.isRequired || model.isPatch))
                return edge
            }
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
    private mutating func cut(_ walk: Walk, from starts: [String]) {
        var done: Set<String> = []
        var isOnTheWay: Set<String> = []
        for start in starts where !done.contains(start) {
            var way = [(name: start, rest: walk.edges[start, default: []][...])]
            isOnTheWay.insert(start)
            while let (name, rest) = way.last {
                guard let edge = rest.first else {
                    way.removeLast()
                    isOnTheWay.remove(name)
                    done.insert(name)
                    measure(name, walk)
                    continue
                }
                way[way.count - 1].rest = rest.dropFirst()
                if isOnTheWay.contains(edge.target) {
                    let ends = [edge.target, name].filter(walk.unions.contains)
                    if let union = ends.first(where: self.unions.contains) ?? ends.first {
                        self.unions.insert(union)
                    } else if let property = edge.property {
                        properties[name, default: []].insert(property)
                    }
                } else if !done.contains(edge.target) {
                    way.append((edge.target, walk.edges[edge.target, default: []][...]))
                    isOnTheWay.insert(edge.target)
                }
            }
        }
    }

    /// Finds the size of a type whose parts have theirs, and moves parts behind references until it fits.
    private mutating func measure(_ name: String, _ walk: Walk) {
        let isUnion = walk.unions.contains(name)
        let edges = walk.edges[name, default: []]
        var size = isUnion ? 1 : walk.counts[name, default: 0]
        for edge in edges where !unions.contains(edge.target) {
            if let property = edge.property, properties[name]?.contains(property) == true { continue }
            let part = sizes[edge.target, default: 1]
            if isUnion {
                size = max(size, part)
            } else if size + part <= Self.maximumSize || !edge.isMovable {
                size += part
            } else if let property = edge.property {
                properties[name, default: []].insert(property)
            }
        }
        // A union of large variants would be as large as the largest one.
        if isUnion, size > Self.maximumSize / 4 { unions.insert(name) }
        sizes[name] = unions.contains(name) ? 1 : size
    }
}
