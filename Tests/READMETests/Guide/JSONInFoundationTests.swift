import Foundation
import Tern
import Testing

/// The rows of the page about JSON.
@Suite(.timeLimit(.minutes(20)))
struct JSONInFoundationTests {
    private struct Value<Content: Decodable>: Decodable {
        let v: Content
    }

    @Test func valuesAreDecodedAsInTheTable() throws {
        let types: [String: any Decodable.Type] = [
            "Int": Int.self, "Int8": Int8.self, "Bool": Bool.self, "Double": Double.self, "Decimal": Decimal.self,
            "String": String.self, "URL": URL.self, "Data": Data.self, "[Int]": [Int].self,
        ]
        let rows = try Self.page().table(under: "Numbers, booleans and texts")
        try #require(rows.count > 15)
        for row in rows {
            let type = try #require(types[row[1]])
            #expect(try Self.shown(row[0], as: type) == row[2], "\(row)")
        }
    }

    @Test func datesAreDecodedAsInTheTable() throws {
        let strategies: [String: JSONDecoder.DateDecodingStrategy] = [
            "iso8601": .iso8601, "secondsSince1970": .secondsSince1970, "deferredToDate": .deferredToDate,
        ]
        let rows = try Self.page().table(under: "Dates")
        try #require(rows.count > 5)
        for row in rows {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = try #require(strategies[row[1]])
            #expect(try Self.shown(row[0], as: Date.self, using: decoder) == row[2], "\(row)")
        }
    }

    @Test func ofTwoEqualKeysTheDecoderTakesTheFirst() throws {
        let response = Response(statusCode: 200, data: Data(#"{"v":1,"v":2}"#.utf8))

        #expect(try response.decode(Value<Int>.self).v == 1)
        #expect(try (response.jsonObject() as? [String: Int]) == ["v": 2])
    }

    private static let unicode: [String.Encoding] = [
        .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]

    @Test(arguments: unicode, ["", "\u{FEFF}"]) func unicodeIsRead(encoding: String.Encoding, mark: String) throws {
        for text in [#"{"v":"é"}"#, #"{"v":"é"}"# + String(repeating: " ", count: 1_000)] {
            let response = Response(statusCode: 200, data: try #require((mark + text).data(using: encoding)))

            #expect(try response.decode(Value<String>.self).v == "é")
            #expect(try response.jsonObject() as? [String: String] == ["v": "é"])
        }
    }

    @Test func otherEncodingIsRefused() throws {
        let data = try #require(#"{"v":"é"}"#.data(using: .isoLatin1))
        let error = #expect(throws: TernError.self) {
            try Response(statusCode: 200, data: data).decode(Value<String>.self)
        }
        #expect(error?.code == .decodingFailed)
    }

    @Test(arguments: [#"{"v":1 /* one */}"#, "{'v':1}", "{\"v\":\"a\u{9}b\"}"]) func otherSyntaxIsRefused(text: String)
    {
        let response = Response(statusCode: 200, data: Data(text.utf8))
        let error = #expect(throws: TernError.self) { try response.decode([String: JSONText].self) }
        #expect(error?.code == .decodingFailed)
    }

    /// A number or a text.
    private struct JSONText: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
        }
    }

    @Test func encoderWritesAsThePageSays() throws {
        #expect(try JSONEncoder().encode(["v": "a/b"]) == Data(#"{"v":"a\/b"}"#.utf8))
        #expect(try JSONEncoder().encode(["v": 1.0]) == Data(#"{"v":1}"#.utf8))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(["v": Double.nan]) }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let date = Date(timeIntervalSince1970: 0.5)
        #expect(try encoder.encode(["v": date]) == Data(#"{"v":"1970-01-01T00:00:00Z"}"#.utf8))
    }

    // MARK: - Private

    private static func page() throws -> README { try README(path: README.page("JSONInFoundation")) }

    /// The value of a row, or "refused".
    private static func shown<Content: Decodable>(
        _ json: String,
        as type: Content.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> String {
        do {
            let response = Response(statusCode: 200, data: Data("{\"v\":\(json)}".utf8))
            let value = try response.decode(Value<Content>.self, using: decoder).v
            return (value as? Date).map { "\(($0.timeIntervalSince1970 * 1000).rounded() / 1000)" } ?? "\(value)"
        } catch {
            try #require(error.code == .decodingFailed)
            return "refused"
        }
    }
}
