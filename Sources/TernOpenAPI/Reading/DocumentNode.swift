/// A value of a JSON or YAML document, with its place.
package struct DocumentNode: Sendable {
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        /// A number as a JSON text: `-12`, `0.5`, `1e9`. The reader writes numbers of YAML's other notations so.
        case number(String)
        case string(String)
        case list([DocumentNode])
        /// In the order of the document. Keys are unique.
        case map([Entry])
    }

    package struct Entry: Sendable {
        package let key: String
        package let keyPlace: TextPlace
        package let value: DocumentNode
    }

    package let content: Content
    package let place: TextPlace

    package init(_ content: Content, at place: TextPlace) { (self.content, self.place) = (content, place) }
}

extension DocumentNode {
    /// The value of a key. `nil` if the node isn't a map, or doesn't have the key.
    package subscript(key: String) -> DocumentNode? { entries?.first { $0.key == key }?.value }

    package var entries: [Entry]? { if case .map(let entries) = content { entries } else { nil } }
    package var list: [DocumentNode]? { if case .list(let nodes) = content { nodes } else { nil } }
    package var string: String? { if case .string(let text) = content { text } else { nil } }
    package var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
    package var number: String? { if case .number(let text) = content { text } else { nil } }
    package var isNull: Bool { if case .null = content { true } else { false } }
}
