/// Writes JSON with its secrets redacted.
extension JSONTree {
    /// The length of the text in bytes at which writing stops.
    private static let maximumLength = 2_000

    func text(depth: Int = 0, isRequest: Bool = false) -> String {
        var writer = JSONTreeWriter(depth: depth, maximumLength: Self.maximumLength)
        writer.isRequest = isRequest
        writer.write(roots)
        return writer.text
    }

    static func text(of node: Node, isRequest: Bool = false) -> String {
        var writer = JSONTreeWriter(maximumLength: maximumLength)
        writer.isRequest = isRequest
        writer.write(node)
        return writer.text
    }

    /// The strings and numbers that are secrets in the body of a request.
    var secrets: [String] { roots.flatMap { Self.secrets(in: $0) } }

    /// The value at a coding path, or at the deepest part of the path that exists. `nil` for a secret.
    func node(at path: some Collection<any CodingKey>, isRequest: Bool = false) -> Node? {
        guard var node = roots.first else { return nil }
        for key in path {
            switch node {
            case .object(let members, let isCut, _):
                guard let index = Self.index(of: key, in: members) else { return node }
                if Node.secrets(among: members, isCut: isCut, isRequest: isRequest)[index] { return nil }
                node = members[index].value
            case .array(let elements, let isCut, _):
                guard let index = key.intValue, elements.indices.contains(index) else { return node }
                if Node.secrets(among: elements, isCut: isCut)[index] { return nil }
                node = elements[index]
            case .string, .literal:
                return node
            }
        }
        return node
    }

    // MARK: - Private

    private static func index(of key: any CodingKey, in members: [(key: String, value: Node)]) -> Int? {
        if let index = members.firstIndex(where: { $0.key == key.stringValue }) { return index }
        // A decoder that converts keys from snake case reports the path in camel case.
        let plain: (String) -> String = { $0.filter { $0 != "_" }.lowercased() }
        return members.firstIndex { plain($0.key) == plain(key.stringValue) }
    }

    private static func secrets(in node: Node, isSecret: Bool = false) -> [String] {
        switch node {
        case .object(let members, let isCut, _):
            zip(members, Node.secrets(among: members, isCut: isCut, isRequest: true)).flatMap {
                secrets(in: $0.value, isSecret: isSecret || $1)
            }
        case .array(let elements, let isCut, _):
            zip(elements, Node.secrets(among: elements, isCut: isCut)).flatMap {
                secrets(in: $0, isSecret: isSecret || $1)
            }
        case .string(let text): isSecret ? [text] : []
        // `true`, `false` and `null` are not secrets, and they occur in unrelated texts.
        case .literal(let text): isSecret && text.contains(where: \.isNumber) ? [text] : []
        }
    }
}
