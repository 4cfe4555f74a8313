import Foundation
import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20))) struct JSONReaderTests {
    private func read(_ text: String, limits: ReadingLimits = ReadingLimits()) -> String {
        outcome { () throws(DocumentProblem) in
            try JSONReader.read(Data(text.utf8), file: "a.json", limits: limits).json
        }
    }

    @Test(arguments: [
        ("null", "null"), (" true\n", "true"), ("false", "false"), ("{}", "{}"), ("[ ]", "[]"),
        ("-0", "-0"), ("12345678901234567890", "12345678901234567890"), ("1.50", "1.50"), ("1E+9", "1E+9"),
        (#""""#, #""""#), (#""a\"\\\/\b\f\n\r\t""#, #""a\"\\/\u{8}\u{12}\n\r\t""#),
        (#""\u00e9\uD83C\uDFB5\u4e16""#, #""é🎵世""#), ("\u{FEFF}[1]", "[1]"),
        (#"{"b": [1, {"a": null}], "a": "é🎵"}"#, #"{"b":[1,{"a":null}],"a":"é🎵"}"#),
        ("[1,\r\n2,\r3]", "[1,2,3]"),
    ])
    func textsOfJSONAreRead(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        ("", "a.json:1:1: Expected a value, but found the end of the file."),
        ("[1,]", "a.json:1:4: Expected a value, but found “]”."),
        ("[1 2]", "a.json:1:4: Expected a comma or “]”, but found “2”."),
        ("{\"a\": 1,\n }", "a.json:2:2: Expected a key in double quotes, but found “}”."),
        ("{\"a\" 1}", "a.json:1:6: Expected a colon after the key “a”, but found “1”."),
        ("{\"a\": 1\r\n", "a.json:2:1: Expected a comma or “}”, but found the end of the file."),
        ("{'a': 1}", "a.json:1:2: Expected a key in double quotes, but found “'”."),
        ("[\"é🎵\", x]", "a.json:1:8: Expected a value, but found “x”."),
        ("[// one\n1]", "a.json:1:2: Expected a value, but found “/”."),
        ("1 2", "a.json:1:3: Expected the end of the file, but found “2”."),
        ("01", "a.json:1:1: “01” isn't a number of JSON."),
        ("[-]", "a.json:1:2: “-” isn't a number of JSON."),
        ("1.", "a.json:1:1: “1.” isn't a number of JSON."),
        ("[1e\n]", "a.json:1:2: “1e” isn't a number of JSON."),
        ("+1", "a.json:1:1: Expected a value, but found “+”."), ("-.5", "a.json:1:1: “-.5” isn't a number of JSON."),
        ("1-2", "a.json:1:1: “1-2” isn't a number of JSON."),
        ("0x1", "a.json:1:2: Expected the end of the file, but found “x”."),
        ("NaN", "a.json:1:1: Expected a value, but found “N”."),
        ("nul", "a.json:1:1: Expected a value, but found “n”."),
        ("[\"a\nb\"]", "a.json:1:4: A text can't contain the end of the line: it must be escaped."),
        ("\"a\tb\"", "a.json:1:3: A text can't contain a tab: it must be escaped."),
        ("[1, \"a", "a.json:1:5: The text has no closing quote."),
        ("\"a\\", "a.json:1:3: There is no such escape."),
        (#""\x41""#, "a.json:1:2: There is no such escape."),
        (#""\u12""#, "a.json:1:2: The escape isn't the hexadecimal code of a character."),
        (#""\u+123""#, "a.json:1:2: The escape isn't the hexadecimal code of a character."),
        (#""\uD83C""#, "a.json:1:2: The escape isn't the hexadecimal code of a character."),
        ("{\"a\": 1,\n  \"a\": 2}", "a.json:2:3: The key “a” is there twice: first in line 1, column 2."),
    ])
    func whatIsNotJSONIsRefusedWithItsPlace(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        (Data([0xFE, 0xFF, 0, 0x31]), "a.json: The file is in UTF-16 or UTF-32, but only UTF-8 is read."),
        (Data([0x31, 0]), "a.json: The file is in UTF-16 or UTF-32, but only UTF-8 is read."),
        (Data([0x5B, 0x0A, 0x22, 0xC3, 0x28]), "a.json:2:2: The text isn't UTF-8 here."),
    ])
    func otherEncodingsAreRefused(bytes: Data, expected: String) {
        let found = outcome { () throws(DocumentProblem) in try JSONReader.read(bytes, file: "a.json").json }
        #expect(found == expected)
    }

    @Test func eachValueAndKeyHasItsPlace() throws {
        let text = "{\n  \"ké\": [1,\r\n\t\"two\"], \"🎵\": {}\r}"
        let node = try JSONReader.read(Data(text.utf8), file: "a.json")
        let entries = try #require(node.entries)
        let list = try #require(entries[0].value.list)

        #expect(node.place == TextPlace(line: 1, column: 1))
        #expect(entries[0].keyPlace == TextPlace(line: 2, column: 3))
        #expect(list.map(\.place) == [TextPlace(line: 2, column: 10), TextPlace(line: 3, column: 2)])
        #expect(entries[1].keyPlace == TextPlace(line: 3, column: 10))
        #expect(entries[1].value.place == TextPlace(line: 3, column: 15))
    }

    @Test func placesAreRightFarIntoALongLine() throws {
        let text = "[" + String(repeating: "\"é\",", count: 1000) + "x]"
        #expect(read(text) == "a.json:1:4002: Expected a value, but found “x”.")
    }

    @Test func duplicatesAmongManyKeysAreFound() {
        let keys = (1...20).map { "\"k\($0)\": 0" }.joined(separator: ",")
        #expect(read("{\(keys)}").hasPrefix("{\"k1\":0,"))
        #expect(read("{\(keys),\n\"k19\": 1}").hasPrefix("a.json:2:1: The key “k19” is there twice"))
    }

    @Test func whatExceedsALimitIsRefused() {
        let eight = ReadingLimits(maximumNodes: 8)
        let deep = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
        #expect(read(deep, limits: ReadingLimits(maximumDepth: 8)) == deep)
        #expect(
            read("[\(deep)]", limits: ReadingLimits(maximumDepth: 8))
                == "a.json:1:9: The document is nested deeper than 8 levels."
        )
        #expect(read("[1,2,3,4,5,6,7]", limits: eight) == "[1,2,3,4,5,6,7]")
        #expect(read("[1,2,3,4,5,6,7,8]", limits: eight) == "a.json:1:16: The document has more than 8 values.")
        #expect(read("\"123456\"", limits: ReadingLimits(maximumBytes: 8)) == "\"123456\"")
        #expect(
            read("\"1234567\"", limits: ReadingLimits(maximumBytes: 8)) == "a.json: The file has more than 8 bytes."
        )
    }
}
