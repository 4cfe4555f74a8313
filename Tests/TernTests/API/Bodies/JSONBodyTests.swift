import Foundation
import Tern
import TestDoubles
import Testing

/// One rule for JSON in requests and samples: every test runs on both.
@Suite(.timeLimit(.minutes(20)))
struct JSONBodyTests {
    /// A form of a JSON argument, and the expected bytes.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let body: @Sendable (any Encodable & Sendable) async throws -> Data?
        let literal: @Sendable (JSONLiteral) async throws -> Data?
        let text: @Sendable (String) async throws -> Data?
        let data: @Sendable (Data) async throws -> Data?

        static let all = [
            Place(
                testDescription: "the request",
                body: { try sent(generic($0)) },
                literal: { try sent(.json($0)) },
                text: { try sent(.json(text: $0)) },
                data: { try sent(.json(data: $0)) }
            ),
            Place(
                testDescription: "the sample",
                body: { try await received(genericSample($0)) },
                literal: { try await received(.json($0)) },
                text: { try await received(.json(text: $0)) },
                data: { try await received(.json(data: $0)) }
            ),
        ]

        private static func sent(_ task: HTTPTask) throws -> Data? {
            let request = try Endpoint(OpenTarget(method: .post, task: task)).request()
            #expect(request.headers["Content-Type"] == "application/json")
            return request.body?.data
        }

        private static func received(_ sample: SampleResponse) async throws -> Data? {
            let response = try await Provider<OpenTarget>(returning: sample).request(OpenTarget())
            #expect(response.headers["Content-Type"] == "application/json")
            return response.data
        }

        private static func generic(_ value: some Encodable & Sendable) -> HTTPTask { .json(value) }

        private static func genericSample(_ value: some Encodable) -> SampleResponse { .json(value) }
    }

    struct Chain: Encodable, Sendable {
        enum Keys: CodingKey { case next }
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            if depth > 0 { try container.encode(Chain(depth: depth - 1), forKey: .next) }
        }
    }

    struct Refusal: Error {}

    struct Refusing: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    struct Draft: Encodable, Sendable {
        var title = "a/b"
        var body: String?
        var assignee: [String: Int] = ["b": 2, "a": 1]
    }

    @Test(arguments: Place.all) func keysAreSortedAndSlashesAreNotEscaped(place: Place) async throws {
        #expect(try await place.body(Draft()) == Data(#"{"assignee":{"a":1,"b":2},"title":"a/b"}"#.utf8))
        #expect(try await place.literal(["b": "x/y", "a": 1]) == Data(#"{"a":1,"b":"x/y"}"#.utf8))
    }

    @Test(arguments: Place.all) func textAndDataAreSentUnchanged(place: Place) async throws {
        let json = " { \"b\" : 1.0, \"a\":\"\\/\" }\n"

        #expect(try await place.text(json) == Data(json.utf8))
        #expect(try await place.data(Data(json.utf8)) == Data(json.utf8))
        #expect(try await place.body(json) == Data(json.utf8))
        #expect(try await place.body(Data(json.utf8)) == Data(json.utf8))
        #expect(try await place.body(Optional(json)) == Data(json.utf8))
        #expect(try await place.body(nil as String?) == Data("null".utf8))
    }

    @Test(arguments: Place.all, ["octocat", "", "{\"a\":hunter2}", "[1,]", "{} {}"])
    func rawJSONThatIsInvalidIsAnError(place: Place, text: String) async throws {
        let ways: [@Sendable () async throws -> Data?] = [
            { try await place.text(text) }, { try await place.data(Data(text.utf8)) }, { try await place.body(text) },
            { try await place.body(Data(text.utf8)) },
        ]
        for way in ways {
            let error = try await #require(throws: TernError.self) { try await way() }
            #expect(error.code == .encodingFailed)
            #expect(error.reason.contains("raw JSON is invalid at byte"))
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
    }

    @Test(
        arguments: Place.all,
        [
            Double.nan, Float.infinity, Decimal.nan, ["a": [-Double.infinity]], Date(timeIntervalSince1970: .infinity),
            ["ratio": Double.nan, "b": 1] as JSONLiteral, Chain(depth: 1_000), Refusing(), ["a": Refusing()],
        ] as [any Encodable & Sendable]
    )
    func valuesWithoutJSONAreAnError(place: Place, value: any Encodable & Sendable) async throws {
        let error = try await #require(throws: TernError.self) { try await place.body(value) }

        #expect(error.code == .encodingFailed)
        #expect(error.underlying is EncodingError || error.underlying is Refusal)
    }

    @Test(arguments: Place.all) func literalsNestedTooDeepAreAnError(place: Place) async throws {
        let literal = (0..<1_000).reduce([] as JSONLiteral) { inner, _ in [inner] }

        #expect(await failure { try await place.literal(literal) }?.code == .encodingFailed)
    }

    @Test func ownEncoderOverridesTheCanonicalOne() async throws {
        let pretty = JSONEncoder()
        pretty.outputFormatting = .prettyPrinted
        pretty.keyEncodingStrategy = .convertToSnakeCase
        let task = HTTPTask.json(["firstName": "Ada"], encoder: pretty)
        let raw = HTTPTask.json("{}", encoder: pretty)

        let body = try Endpoint(OpenTarget(method: .post, task: task)).request().body?.data
        let rawBody = try Endpoint(OpenTarget(method: .post, task: raw)).request().body?.data

        #expect(body.map { String(decoding: $0, as: UTF8.self) } == "{\n  \"firstName\" : \"Ada\"\n}")
        #expect(rawBody == Data("{}".utf8))
    }
}
