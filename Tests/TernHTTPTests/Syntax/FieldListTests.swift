import Tern
import Testing

struct FieldListTests {
    @Test(arguments: [
        (["a, b ,\tc"], ["a", "b", "c"]), (["a", "b"], ["a", "b"]), ([#""a, b", c"#], [#""a, b""#, "c"]),
        ([#""a\", b", c"#], [#""a\", b""#, "c"]), ([",, a , ,"], ["a"]), ([""], []), ([], []),
        // An unterminated quoted string ends with its field.
        ([#"a, "b, c"#, "d, e"], ["a", #""b, c"#, "d", "e"]), (["é, ü"], ["é", "ü"]),
    ])
    func membersOfAListAreSeparatedByCommas(values: [String], members: [String]) {
        let headers = HTTPHeaders(values.map { HTTPHeaders.Field(name: "Vary", value: $0) })
        #expect(headers.list(for: "vary") == members)
        #expect(headers.list(for: "Other") == [])
    }

    @Test(arguments: [
        ("no-store", ["no-store=nil"]), ("Private, Max-Age=60", ["private=nil", "max-age=60"]),
        (#"no-cache="Set-Cookie, X", s-maxage="10""#, ["no-cache=Set-Cookie, X", "s-maxage=10"]),
        (#"a="b\"c", d="#, [#"a=b"c"#, "d="]), ("max-age=1, max-age=2", ["max-age=1", "max-age=2"]),
        ("=1, a b, max age=1, max-age =1", []), (#"a="b"#, [#"a="b"#]), ("a=b=c", ["a=b=c"]),
    ])
    func directivesHaveANameAndAValue(value: String, directives: [String]) {
        let headers: HTTPHeaders = ["Cache-Control": value]
        #expect(headers.directives(for: "cache-control").map { "\($0.name)=\($0.value ?? "nil")" } == directives)
    }
}
