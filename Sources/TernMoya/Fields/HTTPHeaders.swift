import Foundation

/// Header fields in order, whose names are compared without regard to case. Alamofire's type.
public struct HTTPHeaders: Hashable, Sendable {
    private var fields: [HTTPHeader] = []

    /// No fields.
    public init() {}

    /// The fields of an array. The last field of a name wins.
    public init(_ headers: [HTTPHeader]) {
        for header in headers { update(header) }
    }

    /// The fields of a dictionary, sorted by name.
    public init(_ dictionary: [String: String]) {
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { update(name: name, value: value) }
    }

    /// The fields that every session adds: the user's languages, and the name of the app.
    public static var `default`: HTTPHeaders { [.defaultAcceptLanguage, .defaultUserAgent] }

    /// Sets a field, and replaces a field of this name.
    public mutating func add(name: String, value: String) { update(name: name, value: value) }
    /// Sets a field, and replaces a field of its name.
    public mutating func add(_ header: HTTPHeader) { update(header) }
    /// Sets a field, and replaces a field of this name.
    public mutating func update(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }
    /// Sets a field, and replaces a field of its name.
    public mutating func update(_ header: HTTPHeader) {
        if let index = index(of: header.name) { fields[index] = header } else { fields.append(header) }
    }

    /// Removes the field of this name.
    public mutating func remove(name: String) {
        if let index = index(of: name) { fields.remove(at: index) }
    }

    /// Sorts the fields by name.
    public mutating func sort() { fields.sort { $0.name.lowercased() < $1.name.lowercased() } }

    /// The fields, sorted by name.
    public func sorted() -> HTTPHeaders {
        var copy = self
        copy.sort()
        return copy
    }

    /// The value of a field. `nil` if there is no field of this name.
    public func value(for name: String) -> String? { index(of: name).map { fields[$0].value } }

    /// The value of a field. `nil` removes it.
    public subscript(_ name: String) -> String? {
        get { value(for: name) }
        set { if let newValue { update(name: name, value: newValue) } else { remove(name: name) } }
    }

    /// The fields as a dictionary.
    public var dictionary: [String: String] { Dictionary(fields.map { ($0.name, $0.value) }) { $1 } }

    private func index(of name: String) -> Int? { fields.firstIndex { $0.name.lowercased() == name.lowercased() } }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { update(name: name, value: value) }
    }

    public init(arrayLiteral elements: HTTPHeader...) { self.init(elements) }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible {
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}
