/// A value of a document, with the file that contains it and its path there.
package struct DocumentElement: Sendable {
    /// What makes an element the same, however it is reached.
    package struct ID: Hashable, Sendable {
        package let file: String
        package let pointer: String
    }

    package let node: DocumentNode
    /// The name of the file, relative to the folder of the document, with `/` between folders.
    package let file: String
    /// The JSON Pointer within the file: `/components/schemas/User` (RFC 6901). Empty for the root.
    package let pointer: String
}

extension DocumentElement {
    package var id: ID { ID(file: file, pointer: pointer) }
    package var string: String? { node.string }
    package var bool: Bool? { node.bool }

    /// The element of a key. `nil` if this element isn't a map, or doesn't have the key.
    package subscript(key: String) -> DocumentElement? { node[key].map { child($0, key) } }

    /// The elements of a list. `nil` if this element isn't one.
    package var list: [DocumentElement]? {
        node.list?.enumerated().map { child($0.element, String($0.offset)) }
    }

    /// The keys and elements of a map, in the order of the document. `nil` if this element isn't one.
    package var entries: [(key: String, value: DocumentElement)]? {
        node.entries?.map { ($0.key, child($0.value, $0.key)) }
    }

    /// The last part of the pointer, unescaped: `User` of `/components/schemas/User`.
    package var name: String {
        let last = String(pointer.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        return last.replacing("~1", with: "/").replacing("~0", with: "~")
    }

    /// A problem at this place.
    package func problem(_ text: String) -> DocumentProblem {
        DocumentProblem(file: file, place: node.place, text)
    }

    // MARK: - Private

    private func child(_ node: DocumentNode, _ key: String) -> DocumentElement {
        let escaped = key.replacing("~", with: "~0").replacing("/", with: "~1")
        return DocumentElement(node: node, file: file, pointer: "\(pointer)/\(escaped)")
    }
}
