/// JSON in its original order, complete or cut at any place.
struct JSONTree {
    indirect enum Node: Sendable {
        case object([(key: String, value: Node)], isCut: Bool, namesSecret: Bool)
        case array([Node], isCut: Bool, namesSecret: Bool)
        case string(String)
        /// The text of a number, or `true`, `false` or `null`.
        case literal(String)
    }

    /// One value, or several as in JSON Lines.
    let roots: [Node]
    let isCut: Bool

    /// - Returns: `nil` unless the text is JSON or the beginning of JSON.
    init?(parsing text: some StringProtocol) {
        self.init(parsing: Array(text.utf8))
    }

    init?(parsing bytes: [UInt8], isCut: Bool = false) {
        var parser = JSONTreeParser(bytes)
        guard let roots = parser.parse(), !roots.isEmpty else { return nil }
        self.roots = roots
        self.isCut = isCut || parser.isCut
    }
}

extension JSONTree.Node {
    static func object(_ members: [(key: String, value: JSONTree.Node)], isCut: Bool) -> Self {
        .object(
            members,
            isCut: isCut,
            namesSecret: members.contains { names($0.key, $0.value) || $0.value.namesSecretInside }
        )
    }

    static func array(_ elements: [JSONTree.Node], isCut: Bool) -> Self {
        .array(elements, isCut: isCut, namesSecret: elements.contains { $0.isNameOfSecret || $0.namesSecretInside })
    }

    /// Whether an array or object contains the name of a secret, at any depth.
    var namesSecretInside: Bool {
        switch self {
        case .object(_, _, let namesSecret), .array(_, _, let namesSecret): namesSecret
        case .string, .literal: false
        }
    }

    var isNameOfSecret: Bool {
        if case .string(let text) = self { Redaction.isNameOfSecret(text) } else { false }
    }

    /// Whether the value of this member is the name of a secret that another member holds.
    static func names(_ key: String, _ value: JSONTree.Node) -> Bool {
        guard !Redaction.isNameOfMessage(key), !Redaction.isNameOfValue(key),
            key.lowercased() == "key" || !Redaction.isSensitive(responseKey: key)
        else { return false }
        switch value {
        case .string: return value.isNameOfSecret
        case .array(let elements, _, true): return elements.contains(where: \.isNameOfSecret)
        case .array, .object, .literal: return false
        }
    }

    /// For each member, whether it holds a secret.
    ///
    /// - Parameter isRequest: Whether the JSON is the body of a request, in which `code` can be an authorization code.
    static func secrets(
        among members: [(key: String, value: JSONTree.Node)],
        isCut: Bool,
        isRequest: Bool = false
    ) -> [Bool] {
        let naming = members.map { names($0.key, $0.value) }
        let isPair = naming.contains(true)
        let hasNames = members.map(\.value.namesSecretInside)
        let countOfNames = hasNames.count(where: \.self)
        return members.indices.map { index in
            let (key, value) = members[index]
            if naming[index] { return false }
            let isSensitive = isRequest ? Redaction.isSensitive(key: key) : Redaction.isSensitive(responseKey: key)
            if isSensitive, !isAmount(value, named: key) { return true }
            if Redaction.isNameOfMessage(key) { return false }
            if isPair { return true }
            if case .array = value, countOfNames > (hasNames[index] ? 1 : 0) {
                // The array holds the rows of a table. Another member holds the names of the columns.
                return true
            }
            guard isCut, Redaction.isNameOfValue(key) else { return false }
            // An array or object under a name such as "data" is rarely the value of a pair.
            switch value {
            case .string, .literal: return true
            case .object, .array: return ["value", "val", "v"].contains(key.lowercased())
            }
        }
    }

    /// Whether a value is a number under a name such as `max_tokens`, and not a secret.
    private static func isAmount(_ value: JSONTree.Node, named key: String) -> Bool {
        if case .literal = value { Redaction.isNameOfAmount(key) } else { false }
    }

    /// For each element, whether it holds a secret: the value in a pair of name and value, and the rows below a
    /// heading.
    static func secrets(among elements: [JSONTree.Node], isCut: Bool) -> [Bool] {
        if elements.count == 2, elements.contains(where: \.isNameOfSecret) {
            return elements.map { !$0.isNameOfSecret }
        }
        let isPairCut = isCut && elements.count < 3
        let heading = elements.firstIndex { if case .array(_, _, true) = $0 { true } else { false } }
        return elements.enumerated().map { index, element in
            if let heading, index > heading { return true }
            guard isPairCut, case .string = element else { return false }
            return !element.isNameOfSecret
        }
    }
}
