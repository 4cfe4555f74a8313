import Foundation
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct JSONScannerTests {
    @Test(
        arguments: [
            "{}", "[]", "null", "true", "false", #""""#, "0", "-0", "1.5e+10", "1E-2", "-12.25", " \t\r\n[ ] \n",
            #"{"a":[1,{"b":null}],"":"\"\\\/\b\f\n\r\t\u00e9"}"#, #"["ü", "😀"]"#, #"{"a":1,"a":2}"#, #"["\ud83d"]"#,
        ]
    )
    func validJSONHasNoFault(text: String) {
        #expect(JSONScanner.failure(in: Data(text.utf8)) == nil)
    }

    @Test func deepJSONHasNoFault() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(JSONScanner.failure(in: Data(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            ("", 0, "a value"), ("  ", 2, "a value"), ("octocat", 0, "a value"), ("nul", 0, "null"),
            ("[", 1, "a value"),
            ("[1", 2, "a comma"), ("[1,]", 3, "a value"), ("[1 2]", 3, "a comma"), ("{\"a\"}", 4, "a colon"),
            ("{a:1}", 1, "a name"), ("{\"a\":1,}", 7, "a name"), ("{\"a\":}", 5, "a value"), ("{]", 1, "a name"),
            ("[}", 1, "a value"), ("[1}", 2, "a comma"), ("{\"a\":1]", 6, "a comma"), ("1 2", 2, "the end"),
            ("{} x", 3, "the end"), ("01", 1, "the end"), ("1.", 2, "a digit"), (".5", 0, "a value"),
            ("-", 1, "a digit"), ("1e", 2, "a digit"), ("+1", 0, "a value"), ("NaN", 0, "a value"),
            ("-Infinity", 1, "a digit"), ("\"a", 2, "a closing quote"), ("\"\\x\"", 2, "an escaped character"),
            ("\"\\u12g4\"", 5, "a hexadecimal digit"), ("\"a\nb\"", 2, "an escape"), ("'a'", 0, "a value"),
            ("\u{FEFF}{}", 0, "a value"), ("// a\n{}", 0, "a value"),
        ] as [(String, Int, String)]
    )
    func faultNamesItsPlaceAndTheMissingElement(text: String, offset: Int, expected: String) throws {
        let fault = try #require(JSONScanner.failure(in: Data(text.utf8)))

        #expect(fault.offset == offset)
        #expect(fault.expected.hasPrefix(expected))
    }

    @Test func bytesThatAreNotUTF8AreAFault() throws {
        let latin1 = Data(#"["#.utf8) + Data([0x22, 0xFC, 0x22]) + Data("]".utf8)
        let utf16 = try #require("{}".data(using: .utf16LittleEndian))

        #expect(JSONScanner.failure(in: latin1)?.expected == "UTF-8")
        #expect(JSONScanner.failure(in: utf16) != nil)
    }

    @Test func sliceOfDataIsCheckedFromItsStart() {
        let data = Data("xx[1]".utf8)

        #expect(JSONScanner.failure(in: data.dropFirst(2)) == nil)
        #expect(JSONScanner.failure(in: data.dropFirst(1))?.offset == 0)
    }

    @Test func everyPrefixOfAnObjectIsInvalid() {
        let json = Data(#"{"a":[1.5,true,null,"b\u00e9"],"c":{"d":-1e2}}"#.utf8)

        #expect(json.indices.allSatisfy { JSONScanner.failure(in: json.prefix($0)) != nil })
        #expect(JSONScanner.failure(in: json) == nil)
    }
}
