import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(20)))
struct QueryEncoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let parameters: QueryParameters
        let encoder: QueryEncoder
        let expected: String

        init(_ parameters: QueryParameters, _ expected: String) {
            self.init(QueryEncoder(), parameters, expected)
        }

        init(_ encoder: QueryEncoder, _ parameters: QueryParameters, _ expected: String) {
            self.parameters = parameters
            self.encoder = encoder
            self.expected = expected
        }

        var testDescription: String { expected.isEmpty ? "nothing of \(parameters)" : expected }
    }

    enum Sort: String, Encodable, Sendable { case byStars = "stars" }
    enum Level: Int, Encodable, Sendable { case high = 3 }

    struct Filter: Encodable, Sendable {
        var name = "a b"
        var minimum: Int?
        var range = Range(from: 1, to: nil)
        var tags = ["x", "y"]

        struct Range: Encodable, Sendable {
            var from: Int?
            var to: Int?
        }
    }

    static let none: String? = nil
    static let date = Date(timeIntervalSince1970: 1_769_860_800.25)

    // MARK: - Values

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
        Row(["a": Sort.byStars, "b": Level.high], "a=stars&b=3"),
        Row(["a": ["c": 1, "b": 2]], "a%5Bb%5D=2&a%5Bc%5D=1"),
        Row(["a": [10: "x", 9: "y"]], "a%5B10%5D=x&a%5B9%5D=y"),
        Row(["a": Set(["z", "x", "y"])], "a=x&a=y&a=z"),
        Row(["a": [Int](), "b": [String: Int]()], ""),
        Row(["a": [[1, 2], [3]]], "a%5B0%5D=1&a%5B0%5D=2&a%5B1%5D=3"),
        Row(["a": ["b": ["c": ["d"]]]], "a%5Bb%5D%5Bc%5D=d"),
        Row(
            ["f": Filter()],
            "f%5Bname%5D=a%20b&f%5Brange%5D%5Bfrom%5D=1&f%5Btags%5D=x&f%5Btags%5D=y"
        ),
        Row(QueryParameters(Filter(minimum: 2)), "name=a%20b&minimum=2&range%5Bfrom%5D=1&tags=x&tags=y"),
        Row(QueryParameters(["b": "1", "a": "2"]), "a=2&b=1"),
        Row(QueryParameters(Filter?.none), ""),
        Row(QueryParameters([String: Int]()), ""),
        Row(
            QueryParameters(["z": 1]).merging(["y": 2, "y": 3]).appending("x", 4).appending("w", nil),
            "z=1&y=2&y=3&x=4"
        ),
    ]

    @Test func parametersAreSetByTheirName() throws {
        var parameters: QueryParameters = ["q": "swift", "tag": "a", "sort": nil, "tag": "b"]
        #expect(parameters["tag"] as? String == "a")
        #expect(parameters["sort"] == nil && parameters["none"] == nil)

        let (page, user): (Int?, String?) = (2, nil)
        parameters["page"] = page
        parameters["tag"] = "c"
        parameters["sort"] = "stars"
        parameters["ids"] = [1, 2]
        parameters["q"] = nil
        parameters["user"] = user
        #expect(try QueryEncoder(nils: .empty).encode(parameters) == "tag=c&sort=stars&page=2&ids=1&ids=2")

        parameters["page"] = nil
        parameters["page"] = 3
        #expect(try QueryEncoder().encode(parameters) == "tag=c&sort=stars&ids=1&ids=2&page=3")
    }

    @Test func dictionaryWithMixedValuesIsInTheOrderOfItsKeys() throws {
        var dictionary: [String: any Encodable & Sendable] = ["sort": "stars", "draft": true]
        dictionary["page"] = 2
        dictionary["ids"] = [1, 2]

        #expect(try QueryEncoder().encode(QueryParameters(dictionary)) == "draft=true&ids=1&ids=2&page=2&sort=stars")
        #expect(try QueryEncoder().encode(QueryParameters(["b": 2, "a": "x"])) == "a=x&b=2")
        #expect("\(QueryParameters(dictionary))" == "[draft, ids, page, sort]")
    }

    // MARK: - Escapes

    static let escapes = [
        Row(["a": "1+1=2&b"], "a=1%2B1%3D2%26b"),
        Row(["a": "-._~"], "a=-._~"),
        Row(["a": "!$'()*,;:@/?[]#%"], "a=%21%24%27%28%29%2A%2C%3B%3A%40%2F%3F%5B%5D%23%25"),
        Row(["a": "zoë 東京 🐦"], "a=zo%C3%AB%20%E6%9D%B1%E4%BA%AC%20%F0%9F%90%A6"),
        Row(["a": "\r\n\0"], "a=%0D%0A%00"),
        Row(["a b&c": 1, "d[]": 2], "a%20b%26c=1&d%5B%5D=2"),
        Row(["ä": ["ö ü": 1]], "%C3%A4%5B%C3%B6%20%C3%BC%5D=1"),
    ]

    // MARK: - Options

    private static let objects = [["b": 1], ["b": 2]]
    private static let mixed = Mixed()

    static let options = [
        Row(QueryEncoder(arrays: .repeated), ["a": [1, 2]], "a=1&a=2"),
        Row(QueryEncoder(arrays: .brackets), ["a": [1, 2]], "a%5B%5D=1&a%5B%5D=2"),
        Row(QueryEncoder(arrays: .indexed), ["a": [1, 2]], "a%5B0%5D=1&a%5B1%5D=2"),
        Row(QueryEncoder(arrays: .commaSeparated), ["a": ["1", "2,3"]], "a=1,2%2C3"),
        Row(QueryEncoder(arrays: .commaSeparated), ["a": [Int]()], ""),

        Row(QueryEncoder(arrays: .repeated), ["a": objects], "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=2"),
        Row(QueryEncoder(arrays: .brackets), ["a": objects], "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=2"),
        Row(QueryEncoder(arrays: .indexed), ["a": objects], "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=2"),
        Row(QueryEncoder(arrays: .commaSeparated), ["a": objects], "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=2"),
        Row(QueryEncoder(arrays: .commaSeparated), ["a": mixed], "a=1,3&a%5B1%5D%5Bb%5D=2"),
        Row(QueryEncoder(arrays: .brackets), ["a": [[1], [2]]], "a%5B0%5D%5B%5D=1&a%5B1%5D%5B%5D=2"),

        Row(QueryEncoder(nesting: .dots), ["a": ["b": ["c": 1]]], "a.b.c=1"),
        Row(QueryEncoder(nesting: .dots), ["a": objects], "a%5B0%5D.b=1&a%5B1%5D.b=2"),

        Row(QueryEncoder(spaces: .plus), ["a b": "c d+e"], "a+b=c+d%2Be"),
        Row(QueryEncoder(bools: .digits), ["a": true, "b": [false], "c": 1], "a=1&b=0&c=1"),

        Row(QueryEncoder(dates: .iso8601), ["a": date, "b": [date]], "a=\(isoText)&b=\(isoText)"),
        Row(QueryEncoder(dates: .secondsSince1970), ["a": date], "a=1769860800.25"),
        Row(
            QueryEncoder(dates: .secondsSince1970),
            ["a": Date(timeIntervalSince1970: 12), "b": Date(timeIntervalSince1970: -1)],
            "a=12&b=-1"
        ),
        Row(QueryEncoder(dates: .millisecondsSince1970), ["a": date], "a=1769860800250"),
        Row(QueryEncoder(dates: .custom { _ in "to day" }), ["a": date], "a=to%20day"),

        Row(QueryEncoder(nils: .empty), ["a": none, "b": nil, "c": 1], "a=&b=&c=1"),
        Row(QueryEncoder(nils: .empty), ["a": [1, nil, 2]], "a=1&a=&a=2"),
        Row(QueryEncoder(nils: .omitted), ["a": [1, nil, 2]], "a=1&a=2"),
        Row(QueryEncoder(arrays: .indexed), ["a": [1, nil, 2]], "a%5B0%5D=1&a%5B2%5D=2"),
        Row(QueryEncoder(arrays: .commaSeparated, nils: .empty), ["a": [1, nil, 2]], "a=1,,2"),
        Row(QueryEncoder(arrays: .commaSeparated, nils: .omitted), ["a": [1, nil, 2]], "a=1,2"),
        Row(QueryEncoder(nils: .empty), QueryParameters(Nils()), "a=&b=&c=&d=&e=&f=&g=&h="),
        Row(QueryEncoder(nils: .omitted), QueryParameters(Nils()), ""),
    ]

    private static let isoText = "2026-01-31T12%3A00%3A00Z"

    struct Nils: Encodable, Sendable {
        var a: Int?
        var b: String?
        var c: Bool?
        var d: Double?
        var e: Date?
        var f: [Int]?
        var g: Sort?
        var h: UInt8?
    }

    struct Mixed: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var elements = encoder.unkeyedContainer()
            try elements.encode(1)
            try elements.encode(["b": 2])
            try elements.encode(3)
        }
    }

    @Test func namesOfPropertiesCanBeInSnakeCase() throws {
        struct Filter: Encodable, Sendable {
            var perPage = 1
            var myURLProperty = 2
            var nested = Nested()
            var words = ["keepMe": 3]
            struct Nested: Encodable, Sendable { var sortBy = "a" }
        }
        let encoder = QueryEncoder(nesting: .dots, keys: .snakeCase)

        #expect(
            try encoder.encode(QueryParameters(Filter()))
                == "per_page=1&my_url_property=2&nested.sort_by=a&words.keepMe=3"
        )
        #expect(try encoder.encode(["perPage": 1]) == "perPage=1")
    }

    @Test(arguments: values + escapes + options)
    func parametersAreEncodedAsInTheTable(row: Row) throws {
        let text = try row.encoder.encode(row.parameters)

        #expect(text == row.expected)
        let url = URLJoin.appendQuery(text, to: "https://h/x")
        #expect(URL(string: url)?.absoluteString == url)
    }

    @Test func wideIntegersAreEncoded() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }

        #expect(try QueryEncoder().encode(["a": Int128.max]) == "a=\(Int128.max)")
        #expect(try QueryEncoder().encode(["a": [UInt128.max]]) == "a=\(UInt128.max)")
    }

    @Test func equalDictionariesAndSetsGiveEqualText() throws {
        let forwards = Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", $0) })
        var backwards: [String: Int] = [:]
        for index in (0..<100).reversed() { backwards["k\(index)"] = index }

        #expect(
            try QueryEncoder().encode(QueryParameters(forwards)) == QueryEncoder().encode(QueryParameters(backwards))
        )
        #expect(
            try QueryEncoder().encode(["a": Set(0..<100)]) == QueryEncoder().encode(["a": Set((0..<100).reversed())])
        )
    }

    struct Point: Codable, Hashable, Sendable {
        var x: Int
    }

    @Test func setsOfObjectsAreSortedByTheirText() throws {
        let points = Set((1...9).map(Point.init))
        let text = (1...9).map { "p[\($0 - 1)][x]=\($0)" }.joined(separator: "&")

        #expect(try QueryEncoder().encode(["p": points]).removingPercentEncoding == text)
    }

    enum Color: String, Codable, Sendable {
        case red, blue
    }

    @Test(arguments: [QueryEncoder.Arrays.repeated, .brackets, .indexed, .commaSeparated])
    func dictionariesWhoseKeysAreSingleValuesHaveNamedEntries(arrays: QueryEncoder.Arrays) throws {
        let encoder = QueryEncoder(arrays: arrays)
        let id = UUID()

        #expect(
            try encoder.encode(["f": [Color.red: "1", .blue: "2"]]).removingPercentEncoding == "f[blue]=2&f[red]=1"
        )
        #expect(try encoder.encode(QueryParameters([Color.red: 1, .blue: 2])) == "blue=2&red=1")
        #expect(try encoder.encode(["f": [id: Point(x: 1)]]).removingPercentEncoding == "f[\(id)][x]=1")
        #expect(try encoder.encode(["f": [Color: String]()]) == "")
    }

    @Test func dictionariesWhoseKeysAreObjectsAreRefused() throws {
        #expect(throws: EncodingError.self) { try QueryEncoder().encode(["f": [Point(x: 1): "a", Point(x: 2): "b"]]) }
    }

    @Test(
        arguments: [
            .iso8601, .iso8601WithMilliseconds, .day, .secondsSince1970, .millisecondsSince1970, .custom { _ in "a" },
        ] as [DateFormat]
    )
    func invalidDatesAreErrors(dates: DateFormat) {
        for seconds in [Double.nan, .infinity, -.infinity] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(throws: EncodingError.self) { try QueryEncoder(dates: dates).encode(["d": date]) }
        }
    }

    @Test func millisecondsThatOverflowAreAnError() throws {
        let date = Date(timeIntervalSince1970: 1e306)
        #expect(throws: EncodingError.self) {
            try QueryEncoder(dates: .millisecondsSince1970).encode(["d": date])
        }
        #expect(try QueryEncoder(dates: .secondsSince1970).encode(["d": date]) == "d=1e%2B306")
    }
}
