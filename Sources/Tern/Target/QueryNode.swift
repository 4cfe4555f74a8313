/// One value on its way to text: what an `encode(to:)` has said about it so far.
///
/// A tree is needed because containers may be filled in any order, and because only a whole array shows which of its
/// elements are scalars.
final class QueryNode {
    enum Kind {
        case nothing, null, text, keyed, unkeyed
    }

    private(set) var kind = Kind.nothing
    private(set) var text = ""
    /// Properties with their names, or elements with empty ones.
    private(set) var children: [(name: String, node: QueryNode)] = []

    init() {}

    /// - Throws: `EncodingError`, or what `value` throws.
    init(_ value: some Encodable, path: [any CodingKey], options: QueryEncoder) throws {
        try set(value, for: QueryNodeEncoder(node: self, options: options, codingPath: path, depth: 0))
    }

    func setNull() {
        kind = .null
    }

    /// Makes this node what `value` encodes.
    func set(_ value: some Encodable, for encoder: QueryNodeEncoder) throws {
        if let text = try encoder.options.text(of: value, at: encoder.codingPath) {
            kind = .text
            self.text = text
            return
        }
        try encoder.checkDepth(of: value)
        try value.encode(to: encoder.deeper())
        if value is any UnorderedCollection {
            sort()
        }
    }

    /// Makes this node an object or an array; what it held as the same is kept.
    func become(_ kind: Kind) {
        if self.kind != kind { children = [] }
        self.kind = kind
    }

    func addChild(named name: String = "") -> QueryNode {
        let node = QueryNode()
        children.append((name, node))
        return node
    }

    // MARK: - Private

    private func sort() {
        switch kind {
        case .keyed: children.sort { $0.name < $1.name }
        case .unkeyed where children.allSatisfy { $0.node.kind == .text }:
            children.sort { $0.node.text < $1.node.text }
        default: break
        }
    }
}

/// A collection that encodes its elements in an order that changes from run to run.
private protocol UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
extension Set: UnorderedCollection {}
