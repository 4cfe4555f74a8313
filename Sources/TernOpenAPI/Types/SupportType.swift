/// A type that generated code needs beside the models, and that Tern doesn't have.
enum SupportType: String, CaseIterable {
    case json
    case day
    case indirect
    case propertyName

    /// The declarations, to stand outside of other ones.
    func text(in api: String) -> String { Self.texts[self, default: ""].replacing("API", with: api) }

    // MARK: - Private

    private static let texts: [Self: String] = [
        .json: #"""
        extension API {
            /// Any JSON value.
            enum JSON: Hashable, Sendable {
                case null
                case boolean(Bool)
                case integer(Int)
                case number(Double)
                case string(String)
                case array([JSON])
                case object([String: JSON])

                /// The value of a key. `nil` if there is none, or this is no object.
                subscript(key: String) -> JSON? { if case .object(let values) = self { values[key] } else { nil } }

                /// The element of an array. `nil` if there is none, or this is no array.
                subscript(index: Int) -> JSON? {
                    if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
                }

                var string: String? { if case .string(let value) = self { value } else { nil } }
            }
        }

        extension API.JSON: Codable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .boolean(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([Self].self) {
                    self = .array(value)
                } else {
                    self = .object(try container.decode([String: Self].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .boolean(let value): try container.encode(value)
                case .integer(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }

        extension API.JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
            ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
            ExpressibleByDictionaryLiteral
        {
            init(nilLiteral: ()) { self = .null }
            init(booleanLiteral value: Bool) { self = .boolean(value) }
            init(integerLiteral value: Int) { self = .integer(value) }
            init(floatLiteral value: Double) { self = .number(value) }
            init(stringLiteral value: String) { self = .string(value) }
            init(arrayLiteral elements: Self...) { self = .array(elements) }
            init(dictionaryLiteral elements: (String, Self)...) {
                self = .object(Dictionary(elements) { _, last in last })
            }
        }

        """#,
        .day: #"""
        extension API {
            /// A day of the calendar, without a time: `2026-01-31`.
            struct Day: Hashable, Sendable {
                var year: Int
                var month: Int
                var day: Int
            }
        }

        extension API.Day: Codable, Comparable, LosslessStringConvertible {
            /// Reads `2026-01-31`.
            init?(_ description: String) {
                let parts = description.split(separator: "-", omittingEmptySubsequences: false)
                guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ ("0"..."9").contains($0) }),
                    let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
                else { return nil }
                self.init(year: year, month: month, day: day)
            }

            var description: String { String(format: "%04d-%02d-%02d", year, month, day) }

            static func < (lhs: Self, rhs: Self) -> Bool {
                (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                // Some servers send midnight, too.
                guard let day = Self(String(text.prefix { $0 != "T" && $0 != " " })) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no day.")
                }
                self = day
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(description)
            }
        }

        """#,
        .indirect: #"""
        extension API {
            /// A property that stands behind a reference: one that contains its own struct, or is very large.
            @propertyWrapper
            struct Indirect<Value> {
                /// One value, which an array has elsewhere.
                private var values: [Value]

                init(wrappedValue: Value) { values = [wrappedValue] }

                var wrappedValue: Value {
                    get { values[0] }
                    set { values[0] = newValue }
                }
            }
        }

        extension API.Indirect: Sendable where Value: Sendable {}
        extension API.Indirect: Equatable where Value: Equatable {}
        extension API.Indirect: Hashable where Value: Hashable {}

        extension API.Indirect: Codable where Value: Codable {
            init(from decoder: any Decoder) throws {
                self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(wrappedValue)
            }
        }

        // An absent key is `nil`, and `nil` is omitted, as in a property without a wrapper.

        extension KeyedDecodingContainer {
            func decode<Value: Codable>(
                _ type: API.Indirect<Value?>.Type,
                forKey key: Key
            ) throws -> API.Indirect<Value?> {
                .init(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
            }
        }

        extension KeyedEncodingContainer {
            mutating func encode<Value: Codable>(_ property: API.Indirect<Value?>, forKey key: Key) throws {
                try encodeIfPresent(property.wrappedValue, forKey: key)
            }
        }

        """#,
        .propertyName: #"""
        extension API {
            /// A key of an object that has further keys beside those of its schema.
            struct PropertyName: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }

                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }

                /// The values of all other keys than those of a type.
                static func values<Value: Decodable, Keys: CodingKey>(
                    in decoder: any Decoder,
                    besides keys: Keys.Type
                ) throws -> [String: Value] {
                    let container = try decoder.container(keyedBy: Self.self)
                    let names = container.allKeys.filter { Keys(stringValue: $0.stringValue) == nil }
                    return try names.reduce(into: [:]) {
                        $0[$1.stringValue] = try container.decode(Value.self, forKey: $1)
                    }
                }

                static func encode(_ values: [String: some Encodable], to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: Self.self)
                    for (name, value) in values { try container.encode(value, forKey: Self(stringValue: name)) }
                }
            }
        }

        """#,
    ]
}
