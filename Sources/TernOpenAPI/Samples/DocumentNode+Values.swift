extension DocumentNode {
    /// The place of values that no document contains.
    private static let nowhere = TextPlace(line: 0, column: 0)

    static let null = DocumentNode(.null, at: nowhere)

    static func text(_ text: String) -> DocumentNode { DocumentNode(.string(text), at: nowhere) }
    static func bool(_ value: Bool) -> DocumentNode { DocumentNode(.bool(value), at: nowhere) }
    static func number(_ value: Int) -> DocumentNode { DocumentNode(.number(String(value)), at: nowhere) }
    static func array(_ nodes: [DocumentNode]) -> DocumentNode { DocumentNode(.list(nodes), at: nowhere) }

    static func object(_ values: [(String, DocumentNode)]) -> DocumentNode {
        DocumentNode(.map(values.map { Entry(key: $0.0, keyPlace: nowhere, value: $0.1) }), at: nowhere)
    }
}
