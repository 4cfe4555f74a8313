/// A word that may be the name of a secret. Each of its properties is computed at most once.
struct ProseWord {
    /// The number of scalars of the longest name. A longer word counts as sensitive without inspection.
    private static let maximumNameLength = 100

    /// The index of the word in the shown text.
    let start: Int
    /// The scalar before the word in the shown text.
    let before: Unicode.Scalar?
    private(set) var scalars: [Unicode.Scalar] = []
    private var cachedText: String?
    private var cachedIsSensitive: Bool?

    init(start: Int = 0, after before: Unicode.Scalar? = nil) {
        self.start = start
        self.before = before
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        cachedText = nil
        cachedIsSensitive = nil
    }

    var isEmpty: Bool { scalars.isEmpty }
    var isOption: Bool { scalars.first == "-" }

    /// The percent-decoded word.
    var text: String {
        mutating get {
            if let cachedText { return cachedText }
            let text = String(String.UnicodeScalarView(scalars))
            let decoded = scalars.contains("%") ? Redaction.percentDecoded(text) : text
            cachedText = decoded
            return decoded
        }
    }

    /// Whether the word contains the name of a secret.
    var isSensitive: Bool {
        mutating get {
            if let cachedIsSensitive { return cachedIsSensitive }
            let isSensitive = isTooLong || Redaction.isSensitive(responseKey: text)
            cachedIsSensitive = isSensitive
            return isSensitive
        }
    }

    /// Whether the word is the name of a secret, and not the secret itself.
    var isNameOfSecret: Bool {
        mutating get { !isTooLong && isSensitive && Redaction.isNameOfSecret(text) }
    }

    /// Whether the value of a pair may follow the word, as in `value: "hunter2", name: "password"`.
    var isNameOfValue: Bool {
        mutating get { !isTooLong && Redaction.isNameOfValue(text) }
    }

    /// Whether the word says that a name follows, as in `name: "password"`.
    var namesSecret: Bool {
        mutating get { !isTooLong && Self.namingWords.contains(text.lowercased()) }
    }

    /// The authentication scheme that the word is: `bearer`, `basic`, `digest` or `negotiate`. `nil` for other words.
    var scheme: String? {
        mutating get {
            guard !isTooLong else { return nil }
            let name = text.lowercased()
            return ["bearer", "basic", "digest", "negotiate"].contains(name) ? name : nil
        }
    }

    // MARK: - Private

    private var isTooLong: Bool { scalars.count > Self.maximumNameLength }

    private static let namingWords: Set<String> = [
        "name", "key", "field", "param", "parameter", "header", "attribute", "type", "id", "label", "property",
        "column", "k", "n",
    ]
}
