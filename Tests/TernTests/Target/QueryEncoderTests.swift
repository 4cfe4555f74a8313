import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(1)))
struct QueryEncoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let parameters: QueryParameters
        let encoder: QueryEncoder
        let expected: String

        init(_ parameters: QueryParameters, _ encoder: QueryEncoder = QueryEncoder(), _ expected: String) {
            self.parameters = parameters
            self.encoder = encoder
            self.expected = expected
        }

        var testDescription: String { expected.isEmpty ? "nothing of \(parameters)" : expected }
    }

    static let none: String? = nil
    static let date = Date(timeIntervalSince1970: 1_769_860_800.25)

    static let values = [
        Row([:], ""),
        Row(["a": "text", "b": 1, "c": true, "d": false], "a=text&b=1&c=true&d=false"),
        Row(["b": 1, "a": 2, "b": 3], "b=1&a=2&b=3"),
        Row(["a": "", "": "b"], "a=&=b"),
        Row(["a": none, "b": Optional("x"), "c": Optional(Optional(3))], "b=x&c=3"),
        Row(["a": nil, "b": Int?.none], ""),
        Row(["a": Int8.min, "b": UInt64.max, "c": Int64.min], "a=-128&b=18446744073709551615&c=-9223372036854775808"),
        Row(["a": 1.0, "b": 0.1, "c": -0.0, "d": 1e-7, "e": Float(0.1)], "a=1.0&b=0.1&c=-0.0&d=1e-07&e=0.1"),
        Row(["a": 1e20], "a=1e%2B20"),
        Row(["a": Decimal(string: "12.50"), "b": Decimal(3)], "a=12.5&b=3"),
        Row(["a": URL(string: "https://h/x?y=z&w")], "a=https%3A%2F%2Fh%2Fx%3Fy%3Dz%26w"),
        Row(["a": UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")], "a=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        Row(["a": Data([0xFB, 0xFF])], "a=%2B%2F8%3D"),
        Row(["a": date], "a=2026-01-31T12%3A00%3A00Z"),
        Row(["a": Sort.byStars, "b": Level.high], "a=stars&b=3"),
        Row(["a": Substring("x y"), "c": Character("é")].dropping(), ""),
    ].filter { !$0.expected.isEmpty || $0.parameters.isEmpty }

    enum Sort: String, Encodable { case byStars = "stars" }
    enum Level: Int, Encodable { case high = 3 }
}
