import Tern

/// The metrics by target, with a bounded number of targets.
struct MetricsTable: Sendable {
    /// The name of the targets above the limit.
    static let other = "other"

    private let bounds: [Duration]
    private let maximumTargets: Int
    private var indices: [TargetKey: Int] = [:]
    private var indicesByName: [String: Int] = [:]
    private(set) var targets: [TargetMetrics] = []

    init(bounds: [Duration], maximumTargets: Int) {
        self.bounds = bounds
        self.maximumTargets = maximumTargets
    }

    /// The index of a target. `nil` for a new target.
    func index(of key: TargetKey) -> Int? { indices[key] }

    /// The index of a target. A new target is added. Above the limit, the index of ``other``.
    mutating func index(of name: String, key: TargetKey) -> Int {
        let isNew = indicesByName[name] == nil
        let name = isNew && indicesByName.count >= maximumTargets ? Self.other : name
        let index: Int
        if let known = indicesByName[name] ?? targets.firstIndex(where: { $0.name == name }) {
            index = known
        } else {
            index = targets.count
            targets.append(TargetMetrics(name: name, bounds: bounds))
            if name != Self.other { indicesByName[name] = index }
        }
        // Targets above the limit get no key, since their keys would make the table grow without limit.
        if name != Self.other { indices[key] = index }
        return index
    }

    mutating func begin(_ index: Int) { targets[index].begin() }

    mutating func end(_ index: Int, after duration: Duration, error: TernError.Code?, isHit: Bool) {
        targets[index].end(after: duration, error: error, isHit: isHit)
    }
}
