import Foundation

/// Decodes the value at a key path in a body, such as `["data", "items"]` or `["items", "0", "name"]`.
package enum KeyPathDecoding {
    /// The keys of a path with dots, such as `"data.items"`.
    package static func keys(of path: String) -> [String] { path.parts(at: ".").map(String.init) }

    /// The key path. A task-local value, since the decoder is shared and its `userInfo` must not change.
    @TaskLocal private static var keys: [Key] = []

    static func decode<Value: Decodable>(
        _ type: Value.Type,
        at keyPath: [String],
        from data: Data,
        using decoder: JSONDecoder
    ) throws -> Value {
        try $keys.withValue(keyPath.map(Key.init)) {
            try JSONReader.decode(Inner<Value>.self, from: data, using: decoder).value
        }
    }

    /// Follows the key path, then decodes the value.
    private struct Inner<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            value = try Self.decode(keys[...], from: decoder)
        }

        /// The value of an optional type at a path that leads to nothing. `nil` for any other type.
        private static var noValue: Value? { (Value.self as? any OptionalValue.Type)?.noValue as? Value }

        private static func decode(_ keys: ArraySlice<Key>, from decoder: any Decoder) throws -> Value {
            guard let key = keys.first else { return try Value(from: decoder) }
            if let noValue, (try? decoder.singleValueContainer().decodeNil()) == true { return noValue }
            if let index = key.intValue, var array = try? decoder.unkeyedContainer() {
                while !array.isAtEnd, array.currentIndex < index { _ = try array.superDecoder() }
                guard !array.isAtEnd else {
                    if let noValue { return noValue }
                    throw DecodingError.keyNotFound(
                        key,
                        .init(codingPath: decoder.codingPath, debugDescription: "The array has no element \(index).")
                    )
                }
                // The container decodes the last step, since it applies the strategies for dates, data and URLs.
                return try keys.count == 1
                    ? array.decode(Value.self) : decode(keys.dropFirst(), from: array.superDecoder())
            }
            let object = try decoder.container(keyedBy: Key.self)
            if let noValue, !object.contains(key) { return noValue }
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
        var intValue: Int? { FieldLine.number(stringValue) }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { self.init(stringValue: "\(intValue)") }
    }
}
