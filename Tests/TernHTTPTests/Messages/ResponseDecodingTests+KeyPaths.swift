import Foundation
import TernHTTP
import TestDoubles
import Testing

/// Values at a key path.
extension ResponseDecodingTests {
    private struct Stamp: Decodable, Equatable {
        var at: Date
    }

    @Test(
        arguments: [
            (nil, #"["a"]"#), ("", #"["a"]"#), ("data", #"{"data":["a"]}"#),
            ("data.items", #"{"data":{"items":["a"],"more":1}}"#), ("0", #"[["a"],["b"]]"#),
            ("1", #"[["b"],["a"]]"#), ("items.0.tags", #"{"items":[{"tags":["a"]}]}"#),
            ("2.tags", #"[null,1,{"tags":["a"]}]"#), ("0.0", #"[[["a"]]]"#), ("0", #"{"0":["a"]}"#),
            ("a.1", #"{"a":{"1":["a"]}}"#), ("Ä.ö", #"{"Ä":{"ö":["a"]}}"#),
        ] as [(String?, String)]
    )
    func keyPathsLeadThroughObjectsAndArrays(keyPath: String?, body: String) throws {
        #expect(try response(body).decode([String].self, at: keyPath) == ["a"])
    }

    @Test func valuesAtAKeyPathObeyTheDecodersStrategies() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let date = Date(timeIntervalSince1970: 12)

        let body = response(#"{"user_info":[{"first_name":"Ada","created_at":12,"u":"https://a/b"}]}"#)

        #expect(try body.decode(Person.self, at: "userInfo.0", using: decoder) == Person(firstName: "Ada"))
        #expect(try body.decode(String.self, at: "userInfo.0.firstName", using: decoder) == "Ada")
        #expect(try body.decode(Date.self, at: "userInfo.0.createdAt", using: decoder) == date)
        #expect(try body.decode(URL.self, at: "userInfo.0.u", using: decoder).absoluteString == "https://a/b")
        #expect(try response("[1,12]").decode(Date.self, at: "1", using: decoder) == date)
        #expect(try response(#"{"a":{"at":12}}"#).decode(Stamp.self, at: "a", using: decoder) == Stamp(at: date))
    }

    @Test func keysOfAnArrayMayContainDots() throws {
        let body = response(#"{"files":{"a.txt":[{"id":1,"login":"a"}]}}"#)

        #expect(try body.decode(User.self, at: ["files", "a.txt", "0"]).id == 1)
        #expect(try body.decode([String: [User]].self, at: ["files"]).count == 1)
        #expect(try response("[1]").decode([Int].self, at: [] as [String]) == [1])
        let error = #expect(throws: TernError.self) { try body.decode(User.self, at: ["files", "b.txt", "0"]) }
        #expect(error?.reason.contains(#"no value for key "b.txt". The key path is "files.b.txt.0"."#) == true)
    }

    @Test func nullAtAKeyPathIsNilOfAnOptional() throws {
        #expect(try response(#"{"a":{"b":null}}"#).decode(Int?.self, at: "a.b") == nil)
        #expect(try response(#"[null]"#).decode(Int?.self, at: "0") == nil)
        #expect(try response(#"{"a":1}"#).decode(Int?.self, at: "a") == 1)
    }

    @Test(
        arguments: [
            ("data.missing", #"no value for key "missing""#, #"{"items":["<number>","×2"]}"#),
            ("missing.items", #"no value for key "missing""#, #"{"data":{"items":["<number>","×2"]}}"#),
            ("data.items.2", #"no value for key "2""#, #"["<number>","×2"]"#),
            ("data.items.99999999999999", #"no value for key "99999999999999""#, #"["<number>","×2"]"#),
            ("data.items.-1", "expected", #"["<number>","×2"]"#),
            ("data.items.x", "expected", #"["<number>","×2"]"#),
            ("data.items.0.x", "expected", "Excerpt: 1"),
            ("data", "expected String", #"{"items":["<number>","×2"]}"#),
        ]
    )
    func wrongKeyPathsAreReportedWithTheExistingKeys(keyPath: String, what: String, there: String) throws {
        let error = try decodingError(String.self, at: keyPath, from: #"{"data":{"items":[1,2]}}"#)

        #expect(error.description.contains(what))
        #expect(error.description.contains("Excerpt: "))
        #expect(error.description.contains(there))
    }

    @Test func nullInsideAKeyPathIsReported() throws {
        let error = try decodingError(Int.self, at: "a.b.c", from: #"{"a":{"b":null}}"#)

        #expect(error.description.contains(#""a.b""#))
    }
}
