import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct HTTPRouteTests {
    private struct Routed: RoutedTarget {
        let route: HTTPRoute
        var baseURL: URL { URL(string: "https://h/v1")! }
    }

    private enum Sort: String, Sendable { case updated = "last update" }

    private func request(_ route: HTTPRoute) throws -> Request { try Endpoint(Routed(route: route)).request() }

    @Test(
        arguments: [
            (.get("/a"), "GET"), (.head("/a"), "HEAD"), (.post("/a"), "POST"), (.put("/a"), "PUT"),
            (.patch("/a"), "PATCH"), (.delete("/a"), "DELETE"), (.options("/a"), "OPTIONS"), (.query("/a"), "QUERY"),
            (HTTPRoute("PURGE", "/a"), "PURGE"),
        ] as [(HTTPRoute, String)]
    )
    func everyMethodHasARoute(route: HTTPRoute, method: String) throws {
        #expect(try request(route).method.rawValue == method)
        #expect(try request(route).url.absoluteString == "https://h/v1/a")
    }

    // MARK: - Paths

    @Test(
        arguments: [
            ("/users/\("octocat")/repos", "/users/octocat/repos"),
            ("/users/\("a/b")", "/users/a%2Fb"),
            ("/users/\("a?b#c")", "/users/a%3Fb%23c"),
            ("/users/\("100%")", "/users/100%25"),
            ("/users/\("%2e%2e")", "/users/%252e%252e"),
            ("/users/\("zoë 🐦")", "/users/zo%C3%AB%20%F0%9F%90%A6"),
            ("/users/\("a\r\nb")", "/users/a%0D%0Ab"),
            ("/users/\("...")", "/users/..."),
            ("/files/\("a")\("b").\("json")", "/files/ab.json"),
            ("/files/\("..").json", "/files/%2E%2E.json"),
            ("/items/\(7)/\(-1)/\(true)/\("x" as Character)/\("sub".dropFirst())", "/items/7/-1/true/x/ub"),
            ("/sorted/\(Sort.updated)", "/sorted/last%20update"),
            (
                "/ids/\(UUID(uuidString: "0E984725-C51C-4BF4-9960-E1C80E27ABA0") ?? UUID())",
                "/ids/0E984725-C51C-4BF4-9960-E1C80E27ABA0"
            ),
            ("/files/\(raw: "2026/report%20a.pdf")", "/files/2026/report%20a.pdf"),
            ("/files/\(raw: "")", "/files/"),
            ("/photos/\(segments: "2026/a b?c%2F.jpg")", "/photos/2026/a%20b%3Fc%252F.jpg"),
            ("/keys/\(segments: "/a//b/")", "/keys//a//b/"),
            ("/marks/\(segments: "a/\u{301}")", "/marks/a/%CC%81"),
            ("/search?q=\("a&b=c d+é")&page=\(2)", "/search?q=a%26b%3Dc%20d%2B%C3%A9&page=2"),
            ("/search?q=\("")&r=\("..")", "/search?q=&r=%2E%2E"),
            ("/a/../b/ü", "/b/%C3%BC"),
            ("", ""),
            ("users", "/users"),
        ] as [(HTTPRoute.Path, String)]
    )
    func argumentsAreOneSegmentAndLiteralsArePaths(path: HTTPRoute.Path, expected: String) throws {
        #expect(try request(.get(path)).url.absoluteString == "https://h/v1\(expected)")
    }

    @Test(
        arguments: [
            ("/users/\("")", "An argument of the path \"/users/\" is empty"),
            ("/users/\("")/repos", "An argument of the path"),
            ("/users/\("a")\("")", "An argument of the path"),
            ("/users/\(".")", "escaped \".\" or \"..\""),
            ("/users/\("..")/repos", "escaped \".\" or \"..\""),
            ("/users/\(".")\(".")", "escaped \".\" or \"..\""),
            ("/keys/\(segments: "a/../b")", "escaped \".\" or \"..\""),
            ("/keys/\(segments: "")", "An argument of the path"),
            ("\(segments: "//evil.example")", "begins with \"//\""),
            ("/../users", "leads above the path of the base URL"),
            ("/users#me", "has a #"),
            ("/users/100%", "has a %"),
            ("//\("evil.example")", "begins with \"//\""),
            ("\(raw: "https://evil.example/")", "is an absolute URL"),
            ("/a\n", "control character"),
        ] as [(HTTPRoute.Path, String)]
    )
    func pathOfAnotherResourceFails(path: HTTPRoute.Path, reason: String) async throws {
        let error = try #require(throws: TernError.self) { try request(.get(path)) }

        #expect(error.code == .invalidURL)
        #expect(error.reason.contains(reason), "\(error.reason)")
        #expect(URL(target: Routed(route: .get(path))).absoluteString == "about:invalid")
        let explanation = await Provider<Routed>().explain(Routed(route: .get(path)))
        #expect(explanation.error?.code == .invalidURL)
    }

    // MARK: - Query, body and fields

    @Test func queryAndFieldsAddToEarlierOnes() throws {
        struct Filter: Encodable, Sendable { let minimum = 3 }
        let page: Int? = nil

        let request = try request(
            .get("/a?first=1").query(["q": "a b", "page": page]).query(Filter())
                .headers(["A": "1", "B": "1"]).headers(["b": "2"])
        )

        #expect(request.url.absoluteString == "https://h/v1/a?first=1&q=a%20b&minimum=3")
        #expect(request.headers["A"] == "1")
        #expect(request.headers.values(for: "B") == ["2"])
    }

    @Test func laterBodyReplacesAnEarlierOneAndKeepsTheQuery() throws {
        let request = try request(.post("/a").json([1]).query(["b": [1, 2]]).form(["c": "d e"]))

        #expect(request.body?.data == Data("c=d+e".utf8))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.url.query == "b=1&b=2")
    }

    @Test func everyBodyOfATaskIsABodyOfARoute() async throws {
        struct Draft: Codable, Sendable { let title: String }
        let draft = Draft(title: "a")
        let file = FileManager.default.temporaryDirectory.appending(path: "HTTPRouteTests-\(UUID().uuidString).txt")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("once".utf8))
            continuation.finish()
        }
        let bodies: [(HTTPRoute, String, String?)] = [
            (.post().json(draft), #"{"title":"a"}"#, "application/json"),
            (.post().json(["a": 1, "b": "c"]), #"{"a":1,"b":"c"}"#, "application/json"),
            (.post().json(text: "[1]"), "[1]", "application/json"),
            (.post().json(data: Data("[2]".utf8)), "[2]", "application/json"),
            (.post().form(draft), "title=a", "application/x-www-form-urlencoded"),
            (.post().data(Data("b".utf8)), "b", "application/octet-stream"),
            (.post().data(Data("b".utf8), contentType: nil), "b", nil),
            (.post().file(file), "file", "text/plain"),
            (.post().file(file, contentType: "a/b"), "file", "a/b"),
            (.post().stream(once: chunks), "once", "application/octet-stream"),
            (
                .post().stream(contentType: "a/b") { AsyncStream<Data>(unfolding: { nil }) }, "", "a/b"
            ),
        ]
        for (route, body, contentType) in bodies {
            let request = try request(route)
            let sent = Watched(Data())
            try await request.body?.forEachChunk { chunk in sent.update { $0 += chunk } }
            #expect(String(decoding: sent.value, as: UTF8.self) == body)
            #expect(request.headers["Content-Type"]?.prefix { $0 != ";" } == contentType.map { $0[...] })
        }
        let form = try request(.post().multipart([.text("a", name: "b")], boundary: "x"))
        #expect(form.headers["Content-Type"] == "multipart/form-data; boundary=x")
    }

    @Test func encodersOfTheRouteAreUsed() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Draft: Codable, Sendable { let shortTitle: String }

        let request = try request(
            .post("/a").json(Draft(shortTitle: "b"), encoder: encoder)
                .query(["c": [1]], encoder: QueryEncoder(arrays: .brackets))
                .query(Draft(shortTitle: "d"), encoder: QueryEncoder(keys: .snakeCase))
        )

        #expect(request.body?.data == Data(#"{"short_title":"b"}"#.utf8))
        #expect(request.url.query == "c%5B%5D=1&short_title=d")
    }

    @Test func textsShowNoValues() {
        let route = HTTPRoute.post("/users/\("hunter2")").json(["a": "hunter2"]).query(["b": "hunter2"])
            .headers(["X-Secret": "hunter2"]).sample(.text("hunter2"))

        #expect(leaks(of: "hunter2", in: textForms(of: route)) == [])
        #expect("\(route)" == "POST, json body, 1 query item")
    }
}
