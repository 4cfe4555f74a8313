import Tern

/// A field of a request that `Vary` names, so that values with the same meaning are equal (RFC 9111, section 4.1).
struct SelectingField: Sendable {
    /// In lower case.
    let name: String
    /// The members of its list, without what has no meaning. `nil` if the request has no such field.
    let value: String?
    /// As the request had it, since most requests have the same.
    private let text: String?

    init(name: String, value: String?) {
        self.name = name
        self.value = value
        text = value
    }

    init(_ name: String, of request: HTTPHeaders) {
        self.name = name
        value = Self.value(of: name, in: request)
        text = request[name]
    }

    func matches(_ request: HTTPHeaders) -> Bool {
        let other = request[name]
        return other == text || other != nil && text != nil && Self.value(of: name, in: request) == value
    }

    /// The fields of a request that select a response.
    ///
    /// - Returns: `nil` if nothing in a request can tell whether the response matches it: `Vary: *`.
    static func all(for response: HTTPHeaders, of request: HTTPHeaders) -> [SelectingField]? {
        var names = Set(response.list(for: "Vary").map { $0.lowercased() })
        if names.contains("*") { return nil }
        // Whether an engine decodes a body may depend on the field.
        if response.contains("Content-Encoding") { names.insert("accept-encoding") }
        return names.sorted().map { SelectingField($0, of: request) }
    }

    private static let codedNames: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

    /// Fields of which a digest is kept, since what is stored must hold no credentials of a request.
    private static let credentialNames: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    /// Lists are equal however they are separated, and however many lines they take.
    private static func value(of name: String, in headers: HTTPHeaders) -> String? {
        guard headers.contains(name) else { return nil }
        let joined = headers.list(for: name).joined(separator: ",")
        if credentialNames.contains(name) { return ByteDigest.text(of: joined) }
        return codedNames.contains(name) ? joined.lowercased().filter { $0 != " " && $0 != "\t" } : joined
    }
}

extension SelectingField: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.value == right.value }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
