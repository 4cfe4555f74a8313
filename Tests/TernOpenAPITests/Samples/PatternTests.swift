import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct PatternTests {
    @Test(arguments: [
        ("^[a-z]+$", "abc", "Abc"), ("a|b", "xbx", "c"), (#"^\d{2,3}$"#, "123", "1234"), ("^$", "", "a"),
        (#"^(?:[A-Z]{2}-)?\w+\.txt$"#, "DE-file_1.txt", "D-file.txt"), ("^[^<>]*$", "a b", "a<b"),
        (#"\bcat\b"#, "a cat.", "concat"), ("^(?!no)[a-z]+$", "yes", "none"), ("^(?=.*1)[a-z0-9]+$", "a1", "ab"),
        (#"^[\W\d]$"#, "-", "a"), (#"^\u0041\x42\u{43}$"#, "ABC", "abc"), ("^a{,2}$", "a{,2}", "aa"),
        (#"^[\w.+-]+@[\w-]+$"#, "a.b+c@d-e", "a@"), (#"^[\]\-a]+$"#, "]-a", "b"), (#"^\s$"#, "\u{2003}", "x"),
        ("^(?<year>[0-9]{4})$", "2026", "26"),
        (#"\Aab\z"#, "ab", "abc"), ("^(a*)*$", "aaaa", "aab"), ("^.$", "x", "\n"),
    ])
    func matchesLikeECMAScript(pattern: String, good: String, bad: String) throws {
        let pattern = try #require(Pattern(pattern))
        #expect(pattern.matches(good) == true)
        #expect(pattern.matches(bad) == false)
    }

    @Test(arguments: [
        #"(a)\1"#, "(?<=a)b", "(?i)a", "(", ")", "[a", "*a", "a**", #"\q"#, #"\p{L}"#, "[z-a]", #"\"#,
    ])
    func unsupportedPatternsAreNil(text: String) {
        #expect(Pattern(text) == nil)
    }

    @Test func hostilePatternsEndSoon() throws {
        let text = String(repeating: "a", count: 300) + "b"
        #expect(try #require(Pattern("^(a+)+$")).matches(text) == false)
        let deep = String(repeating: "(", count: 35) + "a*" + String(repeating: ")*", count: 35)
        #expect(try #require(Pattern(deep + "c")).matches(text) != true)
        #expect(Pattern(String(repeating: "(", count: 10_000)) == nil)
        let repeated = try #require(Pattern("^((((){9999}){9999}){9999}){9223372036854775807}$"))
        #expect(repeated.matches("") == true)
        #expect(PatternText.text(of: repeated, extra: 1, variation: 0) == nil)
    }

    @Test(arguments: [
        ("^[a-z]+$", "a"), (#"^\d{4}-\d{2}$"#, "1234-67"), ("^(yes|no)$", "yes"), ("^#[0-9A-F]{6}$", "#234567"),
        (#"^\+[1-9]\d{1,14}$"#, "+23"), ("^[^a-zA-Z0-9]$", "-"), ("cat", "cat"),
    ])
    func textsOfPatternsMatch(pattern: String, expected: String) throws {
        let pattern = try #require(Pattern(pattern))
        let text = try #require(PatternText.text(of: pattern, extra: 0, variation: 0))
        #expect(text == expected)
        for number in 0..<5 {
            let text = try #require(PatternText.text(of: pattern, extra: number, variation: number))
            #expect(pattern.matches(text) == true, "\(text)")
        }
    }
}
