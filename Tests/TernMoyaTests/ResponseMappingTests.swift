import Foundation
import TernMoya
import Testing

/// How a body of JSON becomes a value.
@Suite(.timeLimit(.minutes(20)))
struct ResponseMappingTests {
    private func response(_ body: String) -> Moya.Response { Moya.Response(statusCode: 200, data: Data(body.utf8)) }

    @Test func decodersOfOtherTextsThanJSONAreRefused() throws {
        let json5 = JSONDecoder()
        json5.allowsJSON5 = true
        let withoutBraces = JSONDecoder()
        withoutBraces.assumesTopLevelDictionary = true

        for decoder in [json5, withoutBraces] {
            let response = response(#"{"a":{"b":1}}"#)
            let errors = [
                #expect(throws: MoyaError.self) { try response.map([String: [String: Int]].self, using: decoder) },
                #expect(throws: MoyaError.self) {
                    try response.map([String: Int].self, atKeyPath: "a", using: decoder)
                },
            ]
            for case .objectMapping(let error, let failed)? in errors {
                #expect("\(error)".contains("must not set allowsJSON5"))
                #expect(failed === response)
            }
            #expect(errors.count == 2)
        }
    }

    @Test func bodyWithMoreThan512LevelsIsRefused() throws {
        let response = response(String(repeating: "[", count: 513) + String(repeating: "]", count: 513))

        let error = try #require(throws: MoyaError.self) { try response.map([Int].self) }
        guard case .objectMapping(let reason, _) = error else { throw error }
        #expect("\(reason)".contains("more than 512 levels"))
        let second = try #require(throws: MoyaError.self) { try response.mapJSON() }
        guard case .jsonMapping = second else { throw second }
    }

    @Test func textDataAndDatesAreDecodedFromJSON() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Named: Decodable { let firstName: String }

        #expect(try response(#""a""#).map(String.self) == "a")
        #expect(try response(#""aGk=""#).map(Data.self) == Data("hi".utf8))
        #expect(try response("1").map(Date.self, using: decoder) == Date(timeIntervalSince1970: 1))
        #expect(try response("null").map(String?.self) == nil)
        #expect(try response(#"{"first_name":"Ada"}"#).map(Named.self, using: decoder).firstName == "Ada")
        #expect(try response(#"{"first_name":1}"#).map([String: Int].self, using: decoder) == ["first_name": 1])
        #expect(try response("").map([String: Int].self, failsOnEmptyData: false) == [:])
    }

    @Test func errorIsThatOfTheDecoder() throws {
        let error = try #require(throws: MoyaError.self) { try response(#"{"a":"x"}"#).map([String: Int].self) }
        guard case .objectMapping(DecodingError.typeMismatch(_, let context), _) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["a"])
    }
}
