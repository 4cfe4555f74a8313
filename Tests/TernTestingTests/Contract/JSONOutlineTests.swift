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
                return (member.path, String(decoding: bytes, as: UTF8.self))
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

    @Test func firstElementOfAnArrayIsAMember() {
        #expect(removals(#"[1,2]"#) == ["[0]": "[2]"])
        #expect(
            removals(#"{"a":[{"b":1},{"c":2}]}"#) == [
                "a": "{}", "a[0]": #"{"a":[{"c":2}]}"#, "a[0].b": #"{"a":[{},{"c":2}]}"#,
            ]
        )
    }

    @Test func outerMembersComeBeforeInnerOnes() {
        let members = JSONOutline(Data(#"{"a":{"b":[1]},"c":"\"\\","d":null,"e":true,"f":-1.5e3}"#.utf8))?.members ?? []

        #expect(members.map(\.path) == ["a", "a.b", "a.b[0]", "c", "d", "e", "f"])
        #expect(members.map(\.kind) == [.object, .array, .number, .string, .null, .boolean, .number])
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
}
