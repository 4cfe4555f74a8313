import Foundation
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(5)))
struct JSONOutlineTests {
    /// The remaining text after the removal of each member, in order.
    private func removals(_ text: String) -> [String: String] {
        let members = JSONOutline(Data(text.utf8))?.members ?? []
        return Dictionary(
            uniqueKeysWithValues: members.map { member in
                var bytes = Array(text.utf8)
                bytes.removeSubrange(member.removal)
                return (member.pathText, String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    @Test func memberIsRemovedWithOneComma() {
        #expect(
            removals(#"{"a":1,"b":2,"c":3}"#) == [
                "a": #"{"b":2,"c":3}"#, "b": #"{"a":1,"c":3}"#, "c": #"{"a":1,"b":2}"#,
            ]
        )
        #expect(
            removals(#"{ "a" : 1 , "b" : "x,}" }"#) == [
                "a": #"{  "b" : "x,}" }"#, "b": #"{ "a" : 1  }"#,
            ]
        )
        #expect(removals(#"{"a":1}"#) == ["a": "{}"])
    }

    @Test func elementsOfAnArrayAreMembers() {
        #expect(removals(#"[1,2]"#) == ["[0]": "[2]", "[1]": "[1]"])
        #expect(
            removals(#"{"a":[{"b":1},{"c":2}]}"#) == [
                "a": "{}", "a[0]": #"{"a":[{"c":2}]}"#, "a[0].b": #"{"a":[{},{"c":2}]}"#,
                "a[1]": #"{"a":[{"b":1}]}"#, "a[1].c": #"{"a":[{"b":1},{}]}"#,
            ]
        )
    }

    @Test func outerMembersComeBeforeInnerOnes() {
        let members = JSONOutline(Data(#"{"a":{"b":[1]},"c":"\"\\","d":null,"e":true,"f":-1.5e3}"#.utf8))?.members ?? []

        #expect(members.map(\.pathText) == ["a", "a.b", "a.b[0]", "c", "d", "e", "f"])
        #expect(String(decoding: members.map(\.firstByte), as: UTF8.self) == "{[1\"nt-")
    }

    @Test(arguments: ["", "x", "{", #"{"a"}"#, #"{"a":}"#, "[1", #"{"a":1"#, #"{"a":"#])
    func invalidJSONHasNoOutline(text: String) {
        let outline = JSONOutline(Data(text.utf8))

        #expect(outline.map(\.members.count) == nil)
    }

    @Test(arguments: ["1", "null", #""text""#, "{}", "[]", " [ ] "])
    func jsonWithoutKeysHasNoMembers(text: String) throws {
        #expect(try #require(JSONOutline(Data(text.utf8))).members.isEmpty)
    }

    @Test(arguments: [
        (#"{"a.b":1}"#, #"["a.b"]"#), (#"{"a":{"":[{"[0]":1}]}}"#, #"a[""][0]["[0]"]"#),
        (#"{"\"":1}"#, #"["\""]"#), (#"{"\\":1}"#, #"["\\"]"#), (#"{"a b":1}"#, #"["a b"]"#),
        (#"{"\u0000\n":1}"#, #"["\u0000\u000a"]"#), (#"{"\u00fc\ud83d\ude00-_$":1}"#, "ü😀-_$"), (#"{"0":1}"#, "0"),
    ])
    func pathsAreUnambiguous(text: String, path: String) {
        #expect(JSONOutline(Data(text.utf8))?.members.last?.pathText == path)
    }

    @Test func positionsCountLinesAndScalars() throws {
        let outline = try #require(JSONOutline(Data("\u{FEFF}{\r\n  \"ü\": [\"😀\", 1,\n2]}".utf8)))

        let positions = outline.members.map { outline.position(ofByte: $0.value.lowerBound) }
        #expect(positions.map(\.line) == [2, 2, 2, 3])
        #expect(positions.map(\.column) == [8, 9, 14, 1])
        #expect(outline.position(ofByte: 0) == (1, 1))
    }

    @Test func memberOfATextWithAByteOrderMarkIsRemoved() {
        #expect(removals("\u{FEFF}{\"a\":1}") == ["a": "\u{FEFF}{}"])
    }

    @Test(arguments: ["[", #"{"a":"#])
    func deeplyNestedTextHasNoOutlineOrAllItsMembers(opening: String) {
        let closing = opening == "[" ? "]" : "}"
        let depths = [500, 100_000]
        let counts = depths.map { depth in
            let text = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
            return JSONOutline(Data(text.utf8))?.members.count
        }

        #expect(counts == [500, nil])
    }
}
