/// A value of an enum to which the server may add cases: one of the cases, or the raw value of another one.
///
/// ```swift
/// enum Status: String { case open, paid }
/// struct Order: Codable { let status: OpenEnum<Status> }
///
/// switch order.status {
/// case .known(.open): "Pay now"
/// case .known(.paid): "Thank you"
/// case .unknown(let text): text                // "refunded", of a newer server
/// }
/// ```
///
/// It is decoded from the raw value and encoded as it, in JSON, queries and forms, so that an unknown case is sent back
/// unchanged. As an argument of a path, it is the raw value, too. Two values are equal if their raw values are.
public enum OpenEnum<Known: RawRepresentable>: RawRepresentable {
    /// A case of the enum.
    case known(Known)
    /// The raw value of no case of the enum.
    case unknown(Known.RawValue)

    /// The case with a raw value, or else the raw value itself.
    public init(rawValue: Known.RawValue) {
        self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue)
    }

    /// The raw value of the case, or the unknown one.
    public var rawValue: Known.RawValue {
        switch self {
        case .known(let known): known.rawValue
        case .unknown(let value): value
        }
    }
}

extension OpenEnum: Sendable where Known: Sendable, Known.RawValue: Sendable {}

extension OpenEnum: Equatable where Known.RawValue: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }
}

extension OpenEnum: Hashable where Known.RawValue: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    }
}
