/// What all routes of a target have, unless they set it themselves.
struct CommonParts {
    /// As a Swift expression: `.bearer`.
    private(set) var authorization = ".none"
    /// The media type of responses. `nil` for no field `Accept`.
    private(set) var acceptedType: String?
    /// The types of error bodies that most operations have.
    private(set) var failures: Set<CallPlan.Failure> = []

    init() {}

    /// What more than half of the calls have.
    init(of plans: [CallPlan], failures: [[CallPlan.Failure]]) {
        authorization = Self.most(plans.map(\.authorization)).first ?? ".none"
        acceptedType = Self.most(plans.compactMap(\.acceptedType)).first
        self.failures = failures.count > 2 ? Set(Self.most(failures.flatMap(\.self), outOf: failures.count)) : []
    }

    /// Whether there is nothing to say.
    var isEmpty: Bool { authorization == ".none" && acceptedType == nil }

    // MARK: - Private

    private static func most<Value: Hashable>(_ values: [Value], outOf count: Int? = nil) -> [Value] {
        var counts: [Value: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        return counts.filter { $0.value * 2 > count ?? values.count }.map(\.key)
    }
}

extension CallPlan {
    /// The media type of a JSON response, if it isn't the usual one.
    var acceptedType: String? {
        guard case .json(let content) = value, content.isJSON, content.essence != "application/json" else { return nil }
        return content.essence
    }
}
