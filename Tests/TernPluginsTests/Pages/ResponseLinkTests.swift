import Foundation
import Tern
import TestDoubles
import TestRounds
import Testing

@testable import TernHTTP
@testable import TernPlugins

/// The grammar of `Link` fields (RFC 8288) and of references (RFC 3986).
@Suite(.timeLimit(.minutes(20)))
struct ResponseLinkTests {
    private static let page = URL(string: "https://api.example.com/v1/issues?page=1")

    private static func links(_ fields: String..., url: URL? = page) -> [Response.Link] {
        Response(
            statusCode: 200,
            headers: HTTPHeaders(fields.map { HTTPHeaders.Field(name: "link", value: $0) }),
            body: .data(Data()),
            url: url
        ).links
    }

    /// The reference and the relations of each link.
    private static func summary(_ links: [Response.Link]) -> [String] {
        links.map { ([$0.reference] + $0.relations).joined(separator: " ") }
    }

    @Test(
        arguments: [
            (#"</a>; rel="next""#, ["/a next"]),
            (#"</a>;rel=next"#, ["/a next"]),
            (#"</a>; rel=next, </b>; rel="last""#, ["/a next", "/b last"]),
            (#"</a>; rel="Prev  NEXT https://example.com/Rel""#, ["/a prev next https://example.com/rel"]),
            (#"</a> ; REL = "next" ; title="a, b; <c>""#, ["/a next"]),
            (#"</a>; rel="next"; rel="prev""#, ["/a next"]),
            (#"</a,b;c>; rel=next"#, ["/a,b;c next"]),
            (#", ,</a>; rel=next,, </b>; rel=prev ,"#, ["/a next", "/b prev"]),
            (#"</a>; x; rel=next;"#, ["/a next"]),
            (#"</a>;;; rel=next"#, ["/a next"]),
            (#"<>; rel=next"#, [" next"]),
            (#"</a>"#, ["/a"]),
            (#"</a>; rel="next"#, ["/a next"]),
            (#"</a>; rel="ne\xt""#, ["/a next"]),
            (#"</a>; rel=next x, </b>; rel=prev"#, ["/a next x", "/b prev"]),
            (#"</a>; rel="next"x, </b>; rel=prev"#, ["/a next"]),
            (#"/a; rel=next"#, []),
            (#"</a; rel=next"#, []),
            ("", []), ("<", []), (",", []), (";", []), ("<>", [""]), (#"<a>;rel=""#, ["a"]), (#"<a>;rel="\"#, ["a"]),
        ] as [(String, [String])]
    )
    func fieldIsRead(field: String, links: [String]) {
        #expect(Self.summary(Self.links(field)) == links)
    }

    @Test func severalFieldsAreReadInOrder() {
        let links = Self.links(#"</a>; rel=next, </b>; rel=prev"#, "broken", #"</c>; rel=last"#)
        #expect(Self.summary(links) == ["/a next", "/b prev", "/c last"])
    }

    @Test func parametersAreFoundByNameInAnyCase() throws {
        let field = #"</a>; Title="plain"; title*=UTF-8'de'n%c3%a4chste; TYPE=text/html; media="a \"b\"""#
        let link = try #require(Self.links(field).first)
        #expect(link["title"] == "nächste")
        #expect(link["Type"] == "text/html")
        #expect(link["media"] == #"a "b""#)
        #expect(link["hreflang"] == nil)
        #expect(Self.links(#"</a>; title*=latin1''x; title=y"#).first?["title"] == "y")
        #expect(Self.links(#"</a>; title*=UTF-8''%zz; title=y"#).first?["title"] == "y")
    }

    @Test func linkWithAnAnchorIsAboutAnotherResource() {
        let field = ##"</a>; anchor="#s"; rel=next, </b>; anchor="/other"; rel=next, </c>; rel=next"##
        #expect(Self.links(field).map(\.isAboutResponse) == [true, false, true])
        #expect(Self.links(field).map(\.anchor) == ["#s", "/other", nil])
    }

    /// The examples of RFC 3986, section 5.4.
    @Test(
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
            ("//g/../x", "http://g/x"), ("HTTP://x/./y", "HTTP://x/y"), ("a:b/../c", "a:c"),
        ]
    )
    func referenceIsResolved(reference: String, url: String) {
        #expect(URLReference.resolve(reference, against: "http://a/b/c/d;p?q") == url)
    }

    @Test func referenceIsResolvedAgainstABaseWithoutAPath() {
        #expect(URLReference.resolve("g", against: "http://a") == "http://a/g")
        #expect(URLReference.resolve("?y", against: "http://a") == "http://a?y")
        #expect(URLReference.resolve("", against: "http://a?q#f") == "http://a?q")
    }

    @Test func linkIsResolvedAgainstTheResponse() {
        let urls = Self.links(#"<?page=2>, <issues?page=3>, <https://b.example/x>, <http://[x>"#).map(
            \.url?.absoluteString
        )
        #expect(
            urls == [
                "https://api.example.com/v1/issues?page=2", "https://api.example.com/v1/issues?page=3",
                "https://b.example/x", nil,
            ]
        )
        #expect(Self.links("<a>", url: nil).first?.url?.absoluteString == "a")
    }

    @Test(arguments: [page, nil])
    func escapesOfALinkAreKeptBesideCharactersThatNeedOne(base: URL?) {
        let links = Self.links("<https://b.example/a%20b?filter[tag]=a%20b&page=2#ü%20>", url: base)
        #expect(
            links.first?.url?.absoluteString
                == "https://b.example/a%20b?filter%5Btag%5D=a%20b&page=2#%C3%BC%20"
        )
    }

    @Test func textOmitsSecretsOfTheURL() throws {
        let link = try #require(Self.links(#"<https://a.example/?access_token=hunter2>; rel=next"#).first)
        var dumped = ""
        dump(link, to: &dumped)
        for text in ["\(link)", String(reflecting: link), dumped] { #expect(!text.contains("hunter2"), "\(text)") }
        #expect("\(link)".contains("next"))
    }

    // MARK: - Hostile fields

    @Test func mutatedFieldsAreReadWithoutATrap() {
        var random = SeededRandom(seed: 8288)
        let seeds = [
            #"<https://api.example.com/v1/issues?page=2>; rel="next", <?page=9>; rel="last"; title*=UTF-8'en'%e2%82%ac"#,
            ##"</a>; rel="a\"b c"; anchor="#x", ,<../b>;REL=next;title="x,y;z""##,
        ].map { Array($0.utf8) }
        let pieces = [
            "<", ">", "\"", "\\", ";", ",", "=", "rel", "*", "'", "%", "%zz", " ", "\t", "..", "/", "#", "\u{FF}",
        ]
        .map { Array($0.utf8) }
        var count = 0
        let rounds = Rounds.count(100_000, part: 5_000)
        for _ in 0..<rounds {
            var bytes = random.pick(seeds)
            for _ in 0...random.below(4) where !bytes.isEmpty {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(contentsOf: random.pick(pieces), at: place)
                case 2: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(20)))
                }
            }
            let links = Self.links(String(decoding: bytes, as: UTF8.self))
            count += links.count
            if random.below(10) == 0 {
                for link in links { _ = (link.url, link["title"], link.isAboutResponse, link.description) }
            }
        }
        #expect(count > rounds / 2)
    }

    @Test(
        arguments: [
            ("", "<", ""), ("", ",", ""), ("<a>", ";", ""), ("<a>;x=\"", "\\", ""), ("<", "../", ">; rel=next"),
            ("", "<a>;rel=prev,", "<b>;rel=next"),
        ]
    )
    func longFieldIsRead(start: String, part: String, end: String) {
        let count = Rounds.count(1_000_000, part: 200_000) / part.utf8.count
        let links = Self.links(start + String(repeating: part, count: count) + end)
        #expect(links.count <= count + 1)
        #expect(links.last?.url?.absoluteString.isEmpty != true)
    }
}
