import Foundation
import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20))) struct YAMLReaderTests {
    private func read(_ text: String, limits: ReadingLimits = ReadingLimits()) -> String {
        outcome { () throws(DocumentProblem) in
            try YAMLReader.read(Data(text.utf8), file: "a.yaml", limits: limits).json
        }
    }

    @Test(arguments: [
        ("a: 1\nb:\n  c: x\n  d:\n  - 1\n  -\n    - 2\n    - 3\ne:", #"{"a":1,"b":{"c":"x","d":[1,[2,3]]},"e":null}"#),
        ("- a: 1\n  b: 2\n- - x\n  - y\n-\n- z\n", #"[{"a":1,"b":2},["x","y"],null,"z"]"#),
        ("# zoo\n\n---\na: b # c\n# d\n...\n# end\n", #"{"a":"b"}"#),
        ("%YAML 1.2\n--- {a: [1, b c, {d: e}], }\n", #"{"a":[1,"b c",{"d":"e"}]}"#),
        ("--- text\n", #""text""#), ("---\n", "null"), ("--- |\n a\n", #""a\n""#),
        ("{a, \"b\":c, 'd' : [], ? e : f, ? g, h: }", #"{"a":null,"b":"c","d":[],"e":"f","g":null,"h":null}"#),
        (
            "[a: 1, {b: 2}, ? c : 3, \"d\":4, http://zoo.example/x]",
            #"[{"a":1},{"b":2},{"c":3},{"d":4},"http://zoo.example/x"]"#
        ),
        ("[1,\n  2 # two\n  , 3\n]", "[1,2,3]"),
        ("a: {\n  b: [\n    1\n  ]\n}\nc: 2", #"{"a":{"b":[1]},"c":2}"#),
        ("? a\n: b\n? - c\n", "a.yaml:3:3: A key must be a text."),
        ("? a\n: - b\n  - c\n? d\n", #"{"a":["b","c"],"d":null}"#),
        ("? |\n  long\n: |\n  text\n", #"{"long\n":"text\n"}"#),
        ("200: ok\ntrue: x\n'null': y\n~: z\n1.0: w\n", #"{"200":"ok","true":"x","null":"y","~":"z","1.0":"w"}"#),
        ("a: b: c", "a.yaml:1:4: A list or map can't begin here, but in a line of its own."),
        ("a:\tb\nc: \t[1,\t2]\n", #"{"a":"b","c":[1,2]}"#),
        ("{\"a\": [1, 2.50, null, \"\\ud83c\\udfb5\"]}", #"{"a":[1,2.50,null,"🎵"]}"#),
        ("\u{FEFF}a: é\n", #"{"a":"é"}"#), ("a: 名\n名: \"世\"\n", #"{"a":"名","名":"世"}"#),
        ("a:\n  b\n  c\n\n  d\ne: f", #"{"a":"b c\nd","e":"f"}"#),
        ("a: b#c\nd: e:f\ng: -h\ni: ?j\nk: :l\n", #"{"a":"b#c","d":"e:f","g":"-h","i":"?j","k":":l"}"#),
    ])
    func listsAndMapsAreRead(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        ("null", "null"), ("Null", "null"), ("~", "null"), ("nUll", #""nUll""#), ("true", "true"), ("False", "false"),
        ("yes", #""yes""#), ("on", #""on""#), ("y", #""y""#), ("0", "0"), ("-12", "-12"), ("+12", "12"), ("007", "7"),
        ("0x1F", "31"), ("0o17", "15"), ("0o8", #""0o8""#), ("0x", #""0x""#), ("-0x1", #""-0x1""#),
        ("0x+1", #""0x+1""#),
        ("1.50", "1.50"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5.0"), ("1.e3", "1.0e3"), ("00.5", "0.5"),
        ("-00", "-0"),
        ("1e3", "1e3"), ("1E-3", "1E-3"), ("1e", #""1e""#), ("+", #""+""#), (".", #"".""#), ("+-1", #""+-1""#),
        ("1_000", #""1_000""#), ("12:30", #""12:30""#), ("2001-12-14", #""2001-12-14""#), ("1.2.3", #""1.2.3""#),
        ("2001-12-14T21:59:43Z", #""2001-12-14T21:59:43Z""#), ("inf", #""inf""#),
        ("12345678901234567890", "12345678901234567890"),
        ("!!str 12", #""12""#), ("! 12", #""12""#), ("!!int \"12\"", "12"), ("!!float 12", "12"),
        ("!!null \"\"", "null"),
        ("!<tag:yaml.org,2002:str> true", #""true""#), ("!!str", #""""#), ("!!bool true", "true"), ("!!seq []", "[]"),
        ("!!map {}", "{}"), ("!!map\na: b", #"{"a":"b"}"#),
        (".inf", "a.yaml:1:1: JSON has no number “.inf”."), ("-.INF", "a.yaml:1:1: JSON has no number “-.INF”."),
        (".NaN", "a.yaml:1:1: JSON has no number “.NaN”."),
        ("0xFFFFFFFFFFFFFFFFF", "a.yaml:1:1: The number has more than 64 bits."),
        ("!!int 1.5", "a.yaml:1:7: The value isn't of the type of its tag."),
        ("!!seq {}", "a.yaml:1:7: The value isn't of the type of its tag."),
        ("!!str []", "a.yaml:1:7: The value isn't of the type of its tag."),
        ("!!set {a}", "a.yaml:1:1: The tag “!!set” isn't known: only those of the core schema are."),
        ("- !zoo a", "a.yaml:1:3: The tag “!zoo” isn't known: only those of the core schema are."),
    ])
    func plainTextsMeanWhatTheCoreSchemaSays(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        (#""a\0\a\b\t\n\v\f\r\e\"\/\\""#, "a\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B}\"/\\"),
        (#""\N\_\L\P\ \x41\u00e9\U0001F3B5""#, "\u{85}\u{A0}\u{2028}\u{2029} Aé🎵"),
        ("\"a\n  b\n\n  c \\\n  d\\\n  \\ e\"", "a b\nc d e"), ("'it''s\n\n\n  x'", "it's\n\nx"),
        ("\" a \t\n \t b \"", " a b "),
        ("'\"\\n'", "\"\\n"), ("\"\"", ""), ("''''", "'"), ("\"# no: comment\"", "# no: comment"),
        ("a\n  b\n\tc\n\n\nd", "a b c\n\nd"), ("a # b", "a"),
        ("|\n  a\n   b\n\n  c\n\n", "a\n b\n\nc\n"), ("|-\n  a\n\n", "a"), ("|+\n  a\n\n", "a\n\n"),
        ("|2-\n   a\n  b", " a\nb"),
        ("|-1 # c\n  a", " a"), ("|\n\n\n a", "\n\na\n"), ("|", ""), ("|+", ""), ("|+\n\n", "\n"),
        ("|\n a\n\tb", "a.yaml:3:1: A tab can't indent a line."),
        (">\n a\n b\n\n c\n  d\n e\n\n\n f\n", "a b\nc\n d\ne\n\nf\n"), (">-\n  a\n\n\n  b\n", "a\n\nb"),
        (">+\n a\n\n", "a\n\n"),
        (">\n\n a\n", "\na\n"), ("|\n a: b\n - c # d\n", "a: b\n- c # d\n"),
    ])
    func textsAreUnescapedAndFolded(text: String, expected: String) {
        let found = outcome { () throws(DocumentProblem) in
            try YAMLReader.read(Data(text.utf8), file: "a.yaml").string ?? "not a text"
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("a: &x [1, 2]\nb: *x\nc: [*x, *x]", #"{"a":[1,2],"b":[1,2],"c":[[1,2],[1,2]]}"#),
        ("a: &x\n  k: 1\nb:\n  <<: *x\n  m: 2\n", #"{"a":{"k":1},"b":{"k":1,"m":2}}"#),
        (
            "- &x {k: 1, l: 2}\n- &y {k: 3, m: 4}\n- z: 0\n  <<: [*x, *y]\n  l: 5",
            #"[{"k":1,"l":2},{"k":3,"m":4},{"z":0,"k":1,"m":4,"l":5}]"#
        ),
        ("{<<: {a: 1}, a: 2}", #"{"a":2}"#), ("\"<<\": 1", #"{"<<":1}"#),
        ("&k key: &v value\n*k : *v", "a.yaml:2:1: The key “key” is there twice: first in line 1, column 4."),
        ("&a b: &c d\n*c : *a\n", #"{"b":"d","d":"b"}"#), ("&a\nb: c", #"{"b":"c"}"#), ("- &a\n- *a", "[null,null]"),
        ("- &a 1\n- &a 2\n- *a", "[1,2,2]"), ("- !!str &a 1\n- &b !!str 2\n- *b", #"["1","2","2"]"#),
        ("a: *x", "a.yaml:1:4: No anchor “&x” is before this."),
        ("a: &x [*x]", "a.yaml:1:8: The value of “&x” contains itself."),
        ("- &x 1\n- &x [*x]", "a.yaml:2:7: The value of “&x” contains itself."),
        ("- &x 1\n- &y *x", "a.yaml:2:6: An alias can't have an anchor or a tag."),
        ("&x &y 1", "a.yaml:1:4: A value can't have two anchors or two tags."),
        ("<<: 1", "a.yaml:1:1: Only a map or a list of maps can be merged by “<<”."),
        ("<<: {a: 1}\n<<: {b: 1}", "a.yaml:2:1: The key “<<” is there twice: first in line 1, column 1."),
        ("- &x [1]\n- *x : 2", "a.yaml:2:3: A key must be a text."),
        ("& a", "a.yaml:1:2: Expected the name of an anchor, but found “ ”."),
    ])
    func aliasesAndMergeKeysRepeatValues(text: String, expected: String) {
        #expect(read(text) == expected)
    }

    @Test(arguments: [
        ("", "1:1: The document is empty."), ("# only\n", "2:1: The document is empty."),
        ("a: 1\nb: 2\na: 3", "3:1: The key “a” is there twice: first in line 1, column 1."),
        ("{a: 1, a: 2}", "1:8: The key “a” is there twice: first in line 1, column 2."),
        ("a: 1\n---\nb: 2", "2:1: The file has more than one document."),
        ("a: 1\n  b: 2", "2:4: The key before this colon isn't in one line."),
        ("a:\n  b: 1\n c: 2", "3:2: Expected 0 spaces before this, but found 1."),
        ("a:\n\tb: 1", "2:2: A tab can't indent a line."), ("a:\n  b: 1\n\tc: 2", "3:2: A tab can't indent a line."),
        ("-\t- a", "1:3: A list or map can't begin here, but in a line of its own."),
        ("a: - b", "1:4: A list or map can't begin here, but in a line of its own."),
        ("a: 1\nb", "2:1: Expected a key that has a colon in its line."),
        ("a: 1\n- b", "2:1: Expected a value, but found “-”."),
        ("- a\nb: 1", "2:1: Expected the end of the document, but found “b”."),
        ("a: \"b\" c", "1:8: Expected the end of the line, but found “c”."),
        ("a: \"b", "1:4: The text has no closing quote."),
        ("a: 'b\n---\n'", "1:4: The text has no closing quote."),
        ("a: \"b\nc\"", "2:1: Expected at least 1 spaces before this."),
        ("a: \"\\q\"", "1:5: There is no such escape."),
        ("\"\\xZZ\"", "1:2: The escape isn't the hexadecimal code of a character."),
        ("[1, 2", "1:6: Expected a comma or “]”, but found the end of the file."),
        ("[1, 2}", "1:6: Expected a comma or “]”, but found “}”."),
        ("[a,, b]", "1:4: Expected a value, but found “,”."),
        ("{a: 1 b: 2}", "1:8: Expected a comma or “}”, but found “:”."),
        ("a: [\n1]", "2:1: Expected at least 1 spaces before this."),
        ("a: @b", "1:4: Expected a value, but found “@”."),
        ("a: `b", "1:4: Expected a value, but found “`”."), ("a: %b", "1:4: Expected a value, but found “%”."),
        (": a", "1:1: A colon needs a key before it."), ("[a]: b", "1:1: A key must be a text."),
        ("{{a: b}: c}", "1:2: A key must be a text."),
        ("a: [b]#c", "1:7: A comment needs a space before it."),
        ("a: |x\n  b", "1:5: Expected a digit, “+” or “-”, and then the end of the line."),
        ("a: |\n    \n  b", "3:3: An empty line before this has more spaces."),
        ("%YAML 2.0\n---\na", "1:1: Of directives, only one “%YAML 1.2” is read."),
        ("%TAG ! tag:zoo.example,2026:\n---\na", "1:1: Of directives, only one “%YAML 1.2” is read."),
        ("%YAML 1.2\na: b", "2:1: Expected “---” after the directives, but found “a”."),
        ("é: 1\nü\u{1}", "2:2: YAML can't contain a control character."),
        ("a: b\n... c", "2:5: Expected the end of the line, but found “c”."),
    ])
    func whatIsNotKnownIsRefusedWithItsPlace(text: String, expected: String) {
        #expect(read(text) == "a.yaml:\(expected)")
    }

    @Test func eachValueAndKeyHasItsPlace() throws {
        let node = try YAMLReader.read(Data("é: &a\n  - 1\r\n  - 🎵: \"x\"\r# c\rb: {c: d}".utf8), file: "a.yaml")
        let entries = try #require(node.entries)
        let list = try #require(entries[0].value.list)
        let nested = try #require(list[1].entries?.first)
        let places = [entries[0].keyPlace, list[0].place, nested.keyPlace, nested.value.place, entries[1].keyPlace]
        #expect(places.map { "\($0.line):\($0.column)" } == ["1:1", "2:5", "3:5", "3:8", "5:1"])
        #expect(entries[1].value.entries?.first?.value.place == TextPlace(line: 5, column: 8))
    }

    @Test func whatExceedsALimitIsRefused() {
        let depth8 = ReadingLimits(maximumDepth: 8)
        let nodes8 = ReadingLimits(maximumNodes: 8)
        let lists = String(repeating: "- ", count: 8)
        #expect(read("\(lists)1", limits: depth8) == "[[[[[[[[1]]]]]]]]")
        #expect(read("- \(lists)1", limits: depth8) == "a.yaml:1:17: The document is nested deeper than 8 levels.")
        #expect(read("[[[[[[[[[", limits: depth8) == "a.yaml:1:9: The document is nested deeper than 8 levels.")
        let aliases = "- &a [[[[1]]]]\n- &b [[*a]]\n- [*b]"
        #expect(read(aliases, limits: depth8) == "[[[[[1]]]],[[[[[[1]]]]]],[[[[[[[1]]]]]]]]")
        #expect(
            read(aliases + "\n- [[*b]]", limits: depth8) == "a.yaml:4:5: The document is nested deeper than 8 levels."
        )
        #expect(read("[1,2,3,4,5,6,7]", limits: nodes8) == "[1,2,3,4,5,6,7]")
        #expect(read("[1,2,3,4,5,6,7,8]", limits: nodes8) == "a.yaml:1:16: The document has more than 8 values.")
        #expect(read("- &a [1, 2]\n- *a\n- 1", limits: nodes8) == "[[1,2],[1,2],1]")
        #expect(read("- &a [1, 2]\n- *a\n- *a", limits: nodes8) == "a.yaml:3:3: The document has more than 8 values.")
        #expect(read("a: 345678", limits: ReadingLimits(maximumBytes: 8)) == "a.yaml: The file has more than 8 bytes.")
    }
}
