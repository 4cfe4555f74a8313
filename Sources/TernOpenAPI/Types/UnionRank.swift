/// The place of a variant among the attempts to decode a union: fewer values fit the earlier ones.
struct UnionRank: Hashable, Comparable {
    private let kind: Int
    /// Of an object, negative, or of the elements of lists.
    private let detail: Int

    init(_ use: SchemaUse, _ plan: TypePlan, depth: Int = 0) {
        switch plan.form(of: use) {
        case .plain(let type): (kind, detail) = (Self.order.firstIndex(of: type) ?? 20, 0)
        case .values: (kind, detail) = (0, 0)
        case .array(let element), .map(let element):
            let inner = depth < 8 ? UnionRank(element, plan, depth: depth + 1) : nil
            (kind, detail) = (11, (inner?.kind ?? 0) * 1000 + (inner?.detail ?? 0))
        case .object(let object):
            let required = object.properties(.response).filter { $0.isRequired && !$0.use.isNullable }
            (kind, detail) = (10, -required.count)
        case .alias(let other, _) where depth < 8: self = UnionRank(other, plan, depth: depth + 1)
        case .alias, .union: (kind, detail) = (12, 0)
        }
    }

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.kind, lhs.detail) < (rhs.kind, rhs.detail) }

    // MARK: - Private

    /// A text in Base64 is also an ordinary one, and a day is a date.
    private static let order: [SwiftType] = [
        .bool, .int, .int64, .double, .decimal, .day, .uuid, .date, .data, .string,
    ]
}
