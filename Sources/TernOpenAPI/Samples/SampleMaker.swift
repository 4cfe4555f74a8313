import Foundation

/// Makes values for schemas: valid, the same in each run, and small.
///
/// An example of the document wins, if it fits. Else all required properties get values, and optional ones near the
/// root.
package struct SampleMaker: Sendable {
    let validator: SchemaValidator

    /// The length of a text from which lists are shortened.
    private static let maximumLength = 4_096

    package init(_ specification: Specification) { validator = SchemaValidator(specification) }

    /// A value for a schema.
    ///
    /// - Parameter examples: Those of the place where the schema is used. They win over those of the schema.
    package func sample(of use: SchemaUse, _ direction: Direction, examples: [DocumentNode] = []) -> DocumentNode {
        let all = examples + use.examples + validator.specification[use].examples
        for example in all where !example.isNull {
            if let fitting = fitting(example, use, direction) { return shortened(fitting, use, direction) }
        }
        var smallest: DocumentNode?
        for level in SampleBuilder.levels {
            var builder = SampleBuilder(validator, direction, level)
            guard let node = builder.sample(of: use) else { continue }
            smallest = node
            if Self.isShort(node) { break }
        }
        return smallest.map { shortened($0, use, direction) } ?? .null
    }

    /// A value for a body. For a stream, one of its elements. `nil` if the document has neither a schema nor an example.
    package func sample(of content: MediaContent, _ direction: Direction) -> DocumentNode? {
        guard let use = content.itemSchema ?? content.schema else { return content.examples.first }
        return sample(of: use, direction, examples: content.examples)
    }

    // MARK: - Private

    /// The example in the form that the direction has. `nil` if it doesn't fit. In a response, it needs to fit only as far
    /// as it can be decoded.
    private func fitting(_ example: DocumentNode, _ use: SchemaUse, _ direction: Direction) -> DocumentNode? {
        for node in [example, Self.parsed(example)].compactMap({ $0 }) {
            let findings = validator.findings(in: node, as: use, direction)
            if !findings.contains(where: { direction == .request || $0.kind == .shape }) { return node }
        }
        return nil
    }

    /// The value of an example that is given as a JSON text.
    private static func parsed(_ example: DocumentNode) -> DocumentNode? {
        guard let text = example.string, text.hasPrefix("{") || text.hasPrefix("[") else { return nil }
        return try? JSONReader.read(Data(text.utf8), file: "")
    }

    private static func isShort(_ node: DocumentNode) -> Bool {
        JSONWriter.text(node, isPretty: false).utf8.count <= maximumLength
    }

    /// The node with two elements of each list, if it is long and remains valid.
    private func shortened(_ node: DocumentNode, _ use: SchemaUse, _ direction: Direction) -> DocumentNode {
        if Self.isShort(node) { return node }
        let short = node.withShortLists
        let before = validator.findings(in: node, as: use, direction).count
        return validator.findings(in: short, as: use, direction).count <= before ? short : node
    }
}

extension DocumentNode {
    fileprivate var withShortLists: DocumentNode {
        switch content {
        case .list(let nodes): DocumentNode(.list(nodes.prefix(2).map(\.withShortLists)), at: place)
        case .map(let entries):
            DocumentNode(
                .map(entries.map { Entry(key: $0.key, keyPlace: $0.keyPlace, value: $0.value.withShortLists) }),
                at: place
            )
        default: self
        }
    }
}
