/// A value whose `encode(to:)` is running, with everything that it has encoded so far.
///
/// The nodes form a tree, since containers may be filled in any order, and since only a complete array shows which of
/// its elements are scalars.
final class QueryNode {
    enum Kind {
        case nothing, null, text, keyed, unkeyed
    }

    private(set) var kind = Kind.nothing
    private(set) var text = ""
    /// The properties with their names, or the elements with empty names.
    private(set) var children: [(name: String, node: QueryNode)] = []

    init() {}

    /// - Throws: `EncodingError`, or the error of the value's `encode(to:)`.
    init(_ value: some Encodable, path: [any CodingKey], options: QueryEncoder) throws {
        try set(value, for: QueryNodeEncoder(node: self, options: options, codingPath: path, depth: 0))
    }

    func setNull() {
        kind = .null
    }

    /// Encodes `value` into this node.
    func set(_ value: some Encodable, for encoder: QueryNodeEncoder) throws {
        if let text = try encoder.options.text(of: value, at: encoder.codingPath) {
            kind = .text
            self.text = text
            return
        }
        // The node stays without content, and isn't written.
        if (value as? any OmittableValue)?.isOmitted == true { return }
        try encoder.checkDepth(of: value)
        let keepsKeys = encoder.options.keys == .asWritten || value is any UnorderedDictionary
        try value.encode(to: encoder.deeper(keepsKeys: keepsKeys))
        guard value is any UnorderedCollection else { return }
        if value is any UnorderedDictionary { try pairKeysWithValues(of: encoder) }
        sort(by: encoder.options)
    }

    /// Makes this node an object or an array. If it has that kind already, it keeps its children.
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

    /// Pairs the keys and values of a dictionary whose keys are neither strings nor numbers. Such a dictionary encodes
    /// its keys and values alternately.
    private func pairKeysWithValues(of encoder: QueryNodeEncoder) throws {
        guard kind == .unkeyed else { return }
        let keys = stride(from: 0, to: children.count, by: 2)
        guard keys.allSatisfy({ children[$0].node.kind == .text && $0 + 1 < children.count }) else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription:
                    "The keys of a dictionary must be single values: strings, numbers, or enums with them "
                    + "as raw values."
            )
            throw EncodingError.invalidValue(Any.self, context)
        }
        children = keys.map { (children[$0].node.text, children[$0 + 1].node) }
        kind = .keyed
    }

    private func sort(by options: QueryEncoder) {
        let isUnkeyed = kind == .unkeyed
        let elements = children.map { (text: isUnkeyed ? $0.node.text(by: options) : $0.name, child: $0) }
        children = elements.sorted { $0.text < $1.text }.map(\.child)
    }

    /// The text by which an element of a set is sorted.
    private func text(by options: QueryEncoder) -> String {
        if kind == .text { return text }
        var writer = QueryWriter(options: options)
        writer.write(self, named: "")
        return writer.output
    }
}

/// A collection that encodes its elements in an order that changes from run to run.
private protocol UnorderedCollection {}
private protocol UnorderedDictionary: UnorderedCollection {}
extension Dictionary: UnorderedDictionary {}
extension Set: UnorderedCollection {}
