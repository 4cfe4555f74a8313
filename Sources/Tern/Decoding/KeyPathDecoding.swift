import Foundation

/// Decodes a value that stands inside a body: `"data.items"`, `"items.0.name"`.
enum KeyPathDecoding {
    /// The way to go. It travels beside the decoder, which is shared and must not be changed.
    @TaskLocal private static var keys: [Key] = []

    static func decode<Value: Decodable>(
        _ type: Value.Type,
        at keyPath: String,
        from data: Data,
        using decoder: JSONDecoder
    ) throws -> Value {
        let keys = keyPath.split(separator: ".").map { Key(stringValue: String($0)) }
        return try $keys.withValue(keys) { try decoder.decode(Inner<Value>.self, from: data).value }
    }

    /// Goes the way, then hands over to the value's own decoding.
    private struct Inner<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            value = try Self.decode(keys[...], from: decoder)
        }

        private static func decode(_ keys: ArraySlice<Key>, from decoder: any Decoder) throws -> Value {
            guard let key = keys.first else { return try Value(from: decoder) }
            if let index = key.intValue, var array = try? decoder.unkeyedContainer() {
                while !array.isAtEnd, array.currentIndex < index { _ = try array.superDecoder() }
                guard !array.isAtEnd else {
                    throw DecodingError.keyNotFound(
                        key,
                        .init(codingPath: decoder.codingPath, debugDescription: "The array has no element \(index).")
                    )
                }
                // The last step decodes as the container would, which knows dates, data and URLs.
                return try keys.count == 1
                    ? array.decode(Value.self) : decode(keys.dropFirst(), from: array.superDecoder())
            }
            let object = try decoder.container(keyedBy: Key.self)
            guard keys.count > 1 else { return try object.decode(Value.self, forKey: key) }
            guard object.contains(key) else {
                throw DecodingError.keyNotFound(
                    key,
                    .init(codingPath: decoder.codingPath, debugDescription: "The object has no such key.")
                )
            }
            return try decode(keys.dropFirst(), from: object.superDecoder(forKey: key))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { Int(stringValue).flatMap { $0 < 0 ? nil : $0 } }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { self.init(stringValue: "\(intValue)") }
    }
}
