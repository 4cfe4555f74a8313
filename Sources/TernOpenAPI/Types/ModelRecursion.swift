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
        edges = Self.cyclic(edges)
        for name in edges.keys.sorted() where edges[name]?.first?.property == nil {
            if Self.reaches(name, edges) { unions.insert(name) }
        }
        for name in unions { edges[name] = [] }
        cut(edges)
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

    /// Without models that lead to no cycle.
    private static func cyclic(_ edges: [String: [Edge]]) -> [String: [Edge]] {
        var counts = edges.mapValues(\.count)
        var users: [String: [String]] = [:]
        for (name, edges) in edges {
            for edge in edges { users[edge.target, default: []].append(name) }
        }
        var waiting = edges.keys.filter { counts[$0] == 0 }
        while let name = waiting.popLast() {
            for user in users[name] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { waiting.append(user) }
            }
        }
        return edges.filter { counts[$0.key] != 0 }.mapValues { $0.filter { counts[$0.target] != 0 } }
    }

    private static func reaches(_ name: String, _ edges: [String: [Edge]]) -> Bool {
        var seen: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            for edge in edges[next] ?? [] {
                if edge.target == name { return true }
                if seen.insert(edge.target).inserted { waiting.append(edge.target) }
            }
        }
        return false
    }

    /// Cuts each property that leads back to a struct that is on the way to it.
    private mutating func cut(_ edges: [String: [Edge]]) {
        var done: Set<String> = []
        var isOnTheWay: Set<String> = []
        for start in edges.keys.sorted() where !done.contains(start) {
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
                    if let property = edge.property { properties[name, default: []].insert(property) }
                } else if !done.contains(edge.target) {
                    way.append((edge.target, edges[edge.target, default: []][...]))
                    isOnTheWay.insert(edge.target)
                }
            }
        }
    }
}
