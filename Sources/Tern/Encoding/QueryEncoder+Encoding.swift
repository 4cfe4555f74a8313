extension QueryEncoder {
    /// The parameters as text, without a leading `?`. Empty if all of them are omitted.
    ///
    /// - Throws: `EncodingError` with the coding path, for a number or date that is not finite, for values nested
    ///   deeper than 64 levels, and for an object that encodes itself without keys; also the error of a value's
    ///   `encode(to:)`.
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
