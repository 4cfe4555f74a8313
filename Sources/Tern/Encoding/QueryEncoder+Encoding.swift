extension QueryEncoder {
    /// The parameters as text, without a leading `?`; empty if nothing is to be sent.
    ///
    /// - Throws: `EncodingError` with the coding path of a number or date that is not finite, of values nested deeper
    ///   than 64 levels, and of an object that encodes itself without keys; also what a value's own `encode(to:)` throws.
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
            // The error names the type only: the value may be a secret.
            let context = EncodingError.Context(
                codingPath: [],
                debugDescription: "\(type(of: value)) has no keys to name parameters after. Give it a name: "
                    + "[\"name\": value]."
            )
            throw EncodingError.invalidValue(type(of: value), context)
        }
    }
}
