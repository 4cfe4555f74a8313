/// Named values for a query or a form, in the order they are written.
///
/// ```swift
/// let page: Int? = nil
/// var parameters: QueryParameters = ["q": "swift", "tag": "a", "tag": "b", "page": page]
/// parameters["sort"] = "stars"                // q=swift&tag=a&tag=b&sort=stars
/// parameters.append("tag", "c")               // q=swift&tag=a&tag=b&sort=stars&tag=c
/// let filtered = parameters.merging(QueryParameters(Filter(minimum: 3)))
/// ```
///
/// A name may be repeated. A `nil` is omitted, unless ``QueryEncoder/nils`` is `.empty`. ``QueryEncoder`` turns the
/// values into text, and throws an error for a value that it can't encode. Descriptions show only the names, since
/// values may be secrets.
public struct QueryParameters: Sendable {
    enum Part: Sendable {
        case item(name: String, value: (any Encodable & Sendable)?)
        case object(any Encodable & Sendable)

        func has(_ name: String) -> Bool {
            if case .item(name, _) = self { true } else { false }
        }
    }

    private(set) var parts: [Part]

    /// Creates an empty list of parameters.
    public init() {
        parts = []
    }

    /// The properties of a struct, or the entries of a dictionary in the order of their keys, as parameters.
    ///
    /// The value must encode itself with keys. Any other value fails with an `EncodingError` when it is encoded.
    public init(_ object: some Encodable & Sendable) {
        parts = [.object(object)]
    }

    /// The entries of a dictionary with values of mixed types, in the order of their keys.
    @_disfavoredOverload
    public init(_ dictionary: [String: any Encodable & Sendable]) {
        parts = dictionary.inOrder.map { .item(name: $0.key, value: $0.value) }
    }

    /// The value of the first parameter with this name, or `nil`. Setting a value replaces all parameters with this
    /// name at the position of the first; without such a parameter, it adds one. Setting `nil` removes them.
    ///
    /// The properties of an object are not found by their names.
    public subscript(name: String) -> (any Encodable & Sendable)? {
        get {
            for case .item(name, let value) in parts { return value }
            return nil
        }
        set {
            let first = parts.firstIndex { $0.has(name) }
            parts.removeAll { $0.has(name) }
            if let newValue { parts.insert(.item(name: name, value: newValue), at: first ?? parts.endIndex) }
        }
    }

    /// Adds a parameter after the existing ones, even if its name exists already.
    public mutating func append(_ name: String, _ value: (any Encodable & Sendable)?) {
        parts.append(.item(name: name, value: value))
    }

    /// Returns these parameters, followed by one more parameter.
    public func appending(_ name: String, _ value: (any Encodable & Sendable)?) -> QueryParameters {
        var result = self
        result.append(name, value)
        return result
    }

    /// Returns these parameters, followed by the parameters of `other`. A name that occurs in both is sent twice.
    public func merging(_ other: QueryParameters) -> QueryParameters {
        if parts.isEmpty { return other }
        var result = self
        result.parts += other.parts
        return result
    }

    /// Whether there are no parameters. A parameter whose value is `nil` counts.
    public var isEmpty: Bool { parts.isEmpty }
}

extension QueryParameters: ExpressibleByDictionaryLiteral {
    /// Parameters in the order of the literal. A name may be repeated.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        parts = elements.map { .item(name: $0.0, value: $0.1) }
    }
}

extension QueryParameters: CustomStringConvertible, TextReflectable {
    /// The names of parameters and the types of objects, without values: `[q, page, properties of Filter]`.
    public var description: String {
        let names = parts.map { part in
            switch part {
            case .item(let name, _): name
            case .object(let value): "properties of \(type(of: value))"
            }
        }
        return "[\(names.joined(separator: ", "))]"
    }
}
