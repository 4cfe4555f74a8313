/// What a comparison of responses leaves out.
struct IgnoredParts: Sendable {
    /// In lower case.
    private let fields: Set<String>
    private let paths: [[String]]

    /// - Parameter texts: Names of fields, and paths of JSON, such as `users[].*.id`.
    init(_ texts: [String]) {
        fields = Set(texts.map { $0.lowercased() })
        paths = texts.map { text in
            text.replacing("[]", with: ".[]").split(separator: ".").map(String.init)
        }
    }

    /// - Parameter name: In lower case.
    func hasField(_ name: String) -> Bool { fields.contains(name) }

    /// - Parameter path: The keys, and `[]` for the elements of an array.
    func hasPath(_ path: [String]) -> Bool {
        // A key can have a dot.
        let parts = path.flatMap { $0.split(separator: ".").map(String.init) }
        return paths.contains { ignored in
            !ignored.isEmpty && ignored.count == parts.count
                && zip(ignored, parts).allSatisfy { $0 == $1 || $0 == "*" && $1 != "[]" }
        }
    }
}
