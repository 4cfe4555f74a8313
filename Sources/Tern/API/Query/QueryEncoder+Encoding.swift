import Foundation

extension QueryEncoder {
    /// The parameters as text, without a leading `?`. Empty if all of them are omitted.
    ///
    /// - Throws: `EncodingError` with the coding path for a number or date that isn't finite, for more than 64 levels of
    ///   nesting, and for an object without keys. The error of a value's `encode(to:)` is thrown unchanged.
    public func encode(_ parameters: QueryParameters) throws -> String {
        var writer = QueryWriter(options: self)
        for part in parameters.parts {
            switch part {
            case .item(let name, nil):
                writer.writeNil(name)
            case .item(let name, let value?):
                if let text = try text(of: value, at: [], name: name) {
                    writer.write(name, text)
                } else {
                    let node = try QueryNode(value, path: [QueryKey(stringValue: name)], options: self)
                    writer.write(node, named: writer.escape(name))
                }
            case .object(let value):
                try encodeObject(value, to: &writer)
            }
        }
        return writer.output
    }

    // MARK: - Private

    private func encodeObject(_ value: some Encodable, to writer: inout QueryWriter) throws {
        let node = try QueryNode(value, path: [], options: self)
        switch node.kind {
        case .keyed:
            for child in node.children { writer.write(child.node, named: writer.escape(child.name)) }
        case .nothing, .null:
            break
        case .text, .unkeyed:
            // The error contains only the type, since the value may be a secret.
            let context = EncodingError.Context(
                codingPath: [],
                debugDescription: "\(type(of: value)) encodes itself without keys, so its parameters have no names. "
                    + "Give it a name: [\"name\": value]."
            )
            throw EncodingError.invalidValue(type(of: value), context)
        }
    }
}

extension QueryEncoder {
    /// The text of a scalar value, such as a number or a date. `nil` for any other value. The value's `encode(to:)`
    /// isn't called.
    ///
    /// - Parameters:
    ///   - path: The coding path of the value, for errors.
    ///   - name: The last name of the coding path, if `path` doesn't contain it. The full path is made only for an
    ///     error.
    func text<T: Encodable>(of value: T, at path: [any CodingKey], name: String? = nil) throws -> String? {
        if T.self == String.self { return value as? String }
        if T.self == Int.self { return (value as? Int)?.description }
        if T.self == Bool.self { return (value as? Bool).map(word) }
        if T.self == Double.self { return try (value as? Double).map { try decimals(of: $0, at: path, name: name) } }
        if T.self == Float.self { return try (value as? Float).map { try decimals(of: $0, at: path, name: name) } }
        if T.self == Date.self { return try (value as? Date).map { try timestamp(of: $0, at: path, name: name) } }
        if T.self == Decimal.self { return try (value as? Decimal).map { try digits(of: $0, at: path, name: name) } }
        if T.self == URL.self { return (value as? URL)?.absoluteString }
        if T.self == UUID.self { return (value as? UUID)?.uuidString }
        if T.self == Data.self { return (value as? Data)?.base64EncodedString() }
        return (value as? any FixedWidthInteger).map { "\($0)" }
    }

    // MARK: - Private

    private func word(for value: Bool) -> String {
        switch bools {
        case .words: value ? "true" : "false"
        case .digits: value ? "1" : "0"
        }
    }

    private func decimals(
        of value: some BinaryFloatingPoint & LosslessStringConvertible,
        at path: [any CodingKey],
        name: String?
    ) throws -> String {
        guard value.isFinite else { throw notFinite(value, at: path, name: name) }
        return value.description
    }

    private func digits(of value: Decimal, at path: [any CodingKey], name: String?) throws -> String {
        if value.isNaN { throw notFinite(value, at: path, name: name) }
        return value.description
    }

    private func timestamp(of date: Date, at path: [any CodingKey], name: String?) throws -> String {
        switch try dates.written(date, at: self.path(path, name)) {
        case .text(let text): text
        case .integer(let number): number.description
        case .number(let number): number.description
        }
    }

    private func notFinite(_ value: Any, at path: [any CodingKey], name: String?) -> EncodingError {
        let context = EncodingError.Context(
            codingPath: self.path(path, name),
            debugDescription: "\(value) is not finite and can't be written in a query. Send nil or a string instead."
        )
        return EncodingError.invalidValue(value, context)
    }

    private func path(_ path: [any CodingKey], _ name: String?) -> [any CodingKey] {
        path + (name.map { [QueryKey(stringValue: $0)] } ?? [])
    }
}
