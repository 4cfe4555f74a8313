extension JSONLiteral: Encodable {
    /// One value, of any type.
    private struct Element: Encodable {
        let value: (any Encodable & Sendable)?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let value { try container.encode(value) } else { try container.encodeNil() }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch content {
        case .array(let values):
            try container.encode(values.map(Element.init))
        case .object(let members):
            // A dictionary, since encoders don't convert its keys.
            let elements = members.map { ($0.name, Element(value: $0.value)) }
            let object = try Dictionary(
                elements,
                uniquingKeysWith: { _, _ in
                    throw Self.repeatedName(in: members.map(\.name), at: encoder.codingPath)
                }
            )
            try container.encode(object)
        }
    }

    private static func repeatedName(in names: [String], at path: [any CodingKey]) -> EncodingError {
        var seen: Set<String> = []
        let name = names.first { !seen.insert($0).inserted } ?? ""
        let context = EncodingError.Context(
            codingPath: path + [QueryKey(stringValue: name)],
            debugDescription: "The literal repeats this name. Write each name once."
        )
        return EncodingError.invalidValue(JSONLiteral.self, context)
    }
}
