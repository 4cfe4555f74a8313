/// Compares values with schemas.
package struct SchemaValidator: Sendable {
    /// What is wrong with a value. Texts never contain the value itself.
    package struct Finding: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The generated type can't decode the value.
            case shape
            /// The value can be decoded, but the document doesn't allow it: a minimum, for example.
            case limit
        }

        package var kind: Kind
        /// The JSON Pointer within the value: `/owner/name`. Empty for the whole value.
        package var pointer: String
        /// The pointer with `*` for the indices of elements and for keys that no schema names: `/users/*/name`.
        package var pattern: String
        /// A part of a sentence: `a number instead of a string`.
        package var text: String
        /// The place of the value, or of the object that lacks it.
        package var place: TextPlace

        init(_ kind: Kind, _ text: String, _ node: DocumentNode, _ path: ValuePath) {
            (self.kind, self.text, place) = (kind, text, node.place)
            (pointer, pattern) = (path.pointer, path.pattern)
        }
    }

    let specification: Specification
    /// By the indices of schemas. A pattern that isn't understood is missing: it allows everything.
    let patterns: [Int: Pattern]

    package init(_ specification: Specification) {
        self.specification = specification
        patterns = specification.schemas.enumerated().reduce(into: [:]) { patterns, schema in
            patterns[schema.offset] = schema.element.limits.pattern.flatMap(Pattern.init)
        }
    }

    /// What is wrong with a value, in its order. Keys that a schema doesn't name are allowed.
    package func findings(in node: DocumentNode, as use: SchemaUse, _ direction: Direction) -> [Finding] {
        var check = ValueCheck(self, direction)
        return check.findings(node, use, at: ValuePath())
    }
}

extension SchemaValidator.Finding: CustomStringConvertible {
    /// `/users/*/name: missing`, without keys that may be data.
    package var description: String { pattern.isEmpty ? text : "\(pattern): \(text)" }
}

/// The place of a value within another one.
struct ValuePath {
    private(set) var pointer = ""
    private(set) var pattern = ""

    func key(_ key: String) -> ValuePath {
        let escaped = "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
        return ValuePath(pointer: pointer + escaped, pattern: pattern + escaped)
    }

    /// A key that no schema names.
    func anyKey(_ key: String) -> ValuePath { ValuePath(pointer: self.key(key).pointer, pattern: pattern + "/*") }

    func element(_ index: Int) -> ValuePath { anyKey(String(index)) }
}

extension Direction {
    /// Whether values of this direction don't have a property.
    func omits(_ use: SchemaUse) -> Bool { self == .request ? use.isReadOnly : use.isWriteOnly }
}
