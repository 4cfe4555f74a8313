/// The header fields of a request or a response, in order, with case-insensitive names (RFC 9110, section 5).
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers["accept"]                       // "application/json"
/// headers.add("max-age=60", for: "Cache-Control")
/// headers.add("no-transform", for: "Cache-Control")
/// headers["Cache-Control"]                // "max-age=60, no-transform"
/// headers.values(for: "cache-control")    // ["max-age=60", "no-transform"]
/// ```
///
/// Two `HTTPHeaders` are equal if each name has the same values in the same order, regardless of the order of different
/// names. Descriptions show only the values of fields that are known to be harmless.
public struct HTTPHeaders: Sendable {
    /// One field line: the name as written, and the value.
    public struct Field: Sendable {
        /// The name, as written. Names are compared without case (RFC 9110, section 5.1).
        public let name: String
        /// The value, without spaces and tabs around it, which aren't a part of it (RFC 9110, section 5.5).
        public let value: String

        /// Creates a field. Spaces and tabs around the value are removed: a server may end an HTTP/2 connection, with all
        /// its requests, because of them (RFC 9113, section 8.2.1). Names and values are checked when a request is sent.
        public init(name: String, value: String) {
            self.name = name
            self.value = Self.trimmed(value)
        }

        private static func trimmed(_ value: String) -> String {
            let bytes = value.utf8
            guard let first = bytes.first, let last = bytes.last, first.isBlank || last.isBlank else { return value }
            guard let start = bytes.firstIndex(where: { !$0.isBlank }),
                let end = bytes.lastIndex(where: { !$0.isBlank })
            else { return "" }
            return String(Substring(bytes[start...end]))
        }
    }

    private enum Storage: Sendable {
        case fields([Field])
        case lazy(LazyFields)
    }

    private var storage: Storage

    /// Creates headers without fields.
    public init() {
        storage = .fields([])
    }

    /// Creates headers with these fields, in this order. A name may occur several times.
    public init(_ fields: some Sequence<Field>) {
        storage = .fields(Array(fields))
    }

    /// Creates one field for each entry, ordered by name.
    public init(_ fields: [String: String]) {
        self.init(fields.inOrder.map { Field(name: $0.key, value: $0.value) })
    }

    /// Creates headers whose fields are parsed on first use, since most callers never read them.
    package init(reading fields: @escaping @Sendable () -> [Field]) {
        storage = .lazy(LazyFields(fields))
    }

    var fields: [Field] {
        switch storage {
        case .fields(let fields): fields
        case .lazy(let lazy): lazy.fields
        }
    }

    private mutating func change(_ change: (inout [Field]) -> Void) {
        var fields = fields
        // Releases the stored array, so that the change needs no copy of it.
        storage = .fields([])
        change(&fields)
        storage = .fields(fields)
    }

    /// The values of all fields with this name, joined by `", "` (RFC 9110, section 5.3), or `nil` without such a
    /// field. Setting a value replaces all these fields at the position of the first; setting `nil` removes them.
    ///
    /// Values of `Set-Cookie` can't be joined. Read them with ``values(for:)``.
    public subscript(name: String) -> String? {
        get {
            var combined: String?
            for field in fields where field.name.isEqualIgnoringASCIICase(to: name) {
                combined = combined.map { "\($0), \(field.value)" } ?? field.value
            }
            return combined
        }
        set {
            let first = fields.firstIndex { $0.name.isEqualIgnoringASCIICase(to: name) }
            remove(name)
            if let newValue {
                change { $0.insert(Field(name: name, value: newValue), at: first ?? $0.endIndex) }
            }
        }
    }

    /// The values of all fields with this name, in order. Empty without such a field.
    public func values(for name: String) -> [String] {
        fields.filter { $0.name.isEqualIgnoringASCIICase(to: name) }.map(\.value)
    }

    /// The value of the first field with this name.
    package func first(for name: String) -> String? {
        fields.first { $0.name.isEqualIgnoringASCIICase(to: name) }?.value
    }

    /// The values of each name, with the names in lowercase.
    private var valuesByName: [String: [String]] {
        fields.reduce(into: [:]) { $0[$1.name.asciiLowercased, default: []].append($1.value) }
    }

    /// Whether a field with this name exists.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name.isEqualIgnoringASCIICase(to: name) }
    }

    /// Adds a field after the existing ones, even if its name exists already.
    public mutating func add(_ value: String, for name: String) {
        change { $0.append(Field(name: name, value: value)) }
    }

    /// Removes all fields with this name.
    public mutating func remove(_ name: String) {
        change { $0.removeAll { $0.name.isEqualIgnoringASCIICase(to: name) } }
    }

    /// Returns these fields and the fields of `other`. For a name that occurs in both, only the fields of `other` are
    /// kept.
    public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
        if fields.isEmpty { return other }
        let kept = fields.filter { !other.contains($0.name) }
        return HTTPHeaders(kept + other.fields)
    }
}

/// Header fields that are parsed on first use, and then stored.
private final class LazyFields: Sendable {
    private let read: @Sendable () -> [HTTPHeaders.Field]
    private let parsed = Locked<[HTTPHeaders.Field]?>(nil)

    init(_ read: @escaping @Sendable () -> [HTTPHeaders.Field]) {
        self.read = read
    }

    var fields: [HTTPHeaders.Field] {
        if let fields = parsed.withLock({ $0 }) { return fields }
        let fields = read()
        parsed.withLock { $0 = fields }
        return fields
    }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> Field { fields[position] }

    public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Fields in the order of the literal. A name may be repeated.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders: Hashable {
    public static func == (lhs: HTTPHeaders, rhs: HTTPHeaders) -> Bool {
        lhs.count == rhs.count && lhs.valuesByName == rhs.valuesByName
    }

    public func hash(into hasher: inout Hasher) {
        // Equal headers may differ in the order and the case of names, so the hash depends on neither.
        hasher.combine(fields.count)
        hasher.combine(fields.reduce(0) { $0 &+ $1.value.hashValue })
    }
}
