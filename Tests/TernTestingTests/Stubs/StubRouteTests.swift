import Foundation
import Tern
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Routes of a stubbed session and of a server, which match the same requests and report the same findings.
@Suite(.timeLimit(.minutes(20)))
struct StubRouteTests {
    enum Double: String, CaseIterable {
        case session = "StubSession"
        case server = "LoopbackServer"

        /// Makes the double with these routes. The body of each response is the text of its route.
        ///
        /// - Returns: A function that sends a request with a path and query, and returns the body. `nil` for a request
        ///   without a route.
        func requests(
            to routes: KeyValuePairs<StubRoute, SampleResponse>,
            journal: Journal
        ) throws -> @Sendable (_ method: String, _ path: String) async throws -> String? {
            switch self {
            case .session:
                let stub = StubSession(routes: routes, journal: journal)
                return { method, path in
                    var request = URLRequest(url: try #require(URL(string: "http://shop.example.com\(path)")))
                    request.httpMethod = method
                    return (try? await stub.session.data(for: request).0).map { String(decoding: $0, as: UTF8.self) }
                }
            case .server:
                let server = try LoopbackServer(routes: routes, journal: journal)
                return { method, path in
                    let client = try RawClient(port: server.port)
                    try await client.send(
                        "\(method) \(path) HTTP/1.1\r\nHost: shop.example.com\r\nConnection: close\r\n\r\n"
                    )
                    let text = try await client.receiveToEnd()
                    guard !text.hasPrefix("HTTP/1.1 501 "), let end = text.range(of: "\r\n\r\n") else { return nil }
                    return String(text[end.upperBound...])
                }
            }
        }
    }

    private let journal = Journal()

    /// Every route is requested with a path that it matches, and with one that it doesn't.
    private static let matches: [(route: String, matching: String, other: String)] = [
        ("GET /users", "/users", "/users/"),
        ("GET /users", "/users?page=2", "/user"),
        ("GET /", "/", "/a"),
        ("GET /users?page=2&size=5", "/users?size=5&page=2", "/users?page=2"),
        ("GET /users/:id", "/users/7", "/users/7/posts"),
        ("GET /users/:id/posts", "/users/a%2Fb/posts", "/users//a/posts"),
        ("GET /café", "/caf%C3%A9", "/cafe"),
        ("GET /caf%C3%A9", "/caf%c3%a9", "/caf%C3%A8"),
        ("GET /cafe\u{301}", "/caf%C3%A9", "/caf"),
        ("GET /a%20b?q=%41", "/a%20b?q=A", "/a%20b?q=a"),
        ("GET /%3Aid", "/:id", "/7"),
        ("GET /search?q=x&*", "/search?page=2&q=x", "/search?page=2&q=y"),
        ("GET /search?*&q=x", "/search?q=x", "/search"),
        ("GET /search?q=x&q=x&*", "/search?q=x&a&q=x", "/search?q=x&a"),
        ("GET /search?*", "/search", "/searches"),
        ("GET /search?%2A", "/search?*", "/search?q=x"),
        ("GET http://shop.example.com/users", "/users", "/teams"),
        ("GET HTTP://Shop.Example.com:80/users#top", "/users", "/teams"),
    ]

    @Test(arguments: Double.allCases, matches)
    func routeMatchesItsRequests(_ double: Double, _ match: (route: String, matching: String, other: String))
        async throws
    {
        let send = try double.requests(to: [StubRoute(match.route): .text("found")], journal: journal)

        #expect(try await send("GET", match.matching) == "found")
        #expect(journal.findings() == [])
        #expect(try await send("GET", match.other) == nil)
        #expect(try await send("POST", match.matching) == nil)
        #expect(journal.findings().map(\.kind) == [.unmatchedRequest, .unmatchedRequest])
    }

    @Test(arguments: Double.allCases)
    func routeWithTheMostDetailsIsUsed(_ double: Double) async throws {
        let send = try double.requests(
            to: [
                "GET /:kind/:id": .text("any"), "GET /users/:id": .text("user"), "GET /users/me": .text("me"),
                "GET /users/me?full=1": .text("all of me"), "GET http://shop.example.com/users/me": .text("me here"),
                "GET http://elsewhere.example.com/users/me": .text("not me"),
            ],
            journal: Journal()
        )

        #expect(try await send("GET", "/teams/1") == "any")
        #expect(try await send("GET", "/users/1") == "user")
        #expect(try await send("GET", "/users/me") == "me here")
        #expect(try await send("GET", "/users/me?full=1") == "all of me")
    }

    @Test(arguments: Double.allCases)
    func routeWithTheMostItemsOfTheQueryIsUsed(_ double: Double) async throws {
        let send = try double.requests(
            to: [
                "GET /s": .text("any"), "GET /s?q=x&*": .text("x"), "GET /s?q=x&p=1&*": .text("x, first page"),
                "GET /s?q=x&p=1&n=5": .text("exact"),
            ],
            journal: journal
        )

        #expect(try await send("GET", "/s?q=y") == "any")
        #expect(try await send("GET", "/s?p=2&q=x") == "x")
        #expect(try await send("GET", "/s?p=1&q=x&z=1") == "x, first page")
        #expect(try await send("GET", "/s?p=1&q=x&n=5") == "exact")
        #expect(journal.findings() == [])
    }

    @Test func requestWithoutAnItemOfTheRouteNamesTheRoute() async throws {
        let send = try Double.session.requests(to: ["GET /s?q=x&*": .status(200)], journal: journal)

        _ = try await send("GET", "/s?page=2")

        let message = try #require(journal.findings(ignoring: [.unusedStub]).first?.message)
        #expect(
            message.contains("`GET /s?q=x&*` (StubRouteTests.swift:")
                && message.contains("): query: q=x expected, none sent."),
            "\(message)"
        )
    }

    @Test(arguments: Double.allCases)
    func otherwiseRespondsToAllOtherRequests(_ double: Double) async throws {
        let send = try double.requests(to: [.otherwise: .text("other"), "GET /a": .text("a")], journal: journal)

        #expect(try await send("GET", "/a") == "a")
        #expect(journal.findings() == [])
        #expect(try await send("HEAD", "/a") == "")
        #expect(try await send("POST", "/a") == "other")
        #expect(try await send("GET", "/b?x=1") == "other")
        #expect(journal.findings() == [])
    }

    @Test(arguments: Double.allCases)
    func secondOtherwiseIsAFinding(_ double: Double) throws {
        let send = try double.requests(to: [.otherwise: .text("1"), .otherwise: .text("2")], journal: journal)

        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings()[0].message.contains("`otherwise` at "))
        withExtendedLifetime(send) {}
    }

    @Test(arguments: Double.allCases)
    func headUsesTheRouteOfGet(_ double: Double) async throws {
        let send = try double.requests(to: ["GET /a": .text("found")], journal: journal)

        #expect(try await send("HEAD", "/a") == "")
        #expect(journal.findings() == [])
    }

    @Test(arguments: Double.allCases)
    func caseIsARoute(_ double: Double) async throws {
        enum Here: TargetType {
            case order(Int)

            var baseURL: URL { URL(string: "http://shop.example.com")! }
            var path: String { if case .order(let id) = self { "/orders/\(id)" } else { "/" } }
            var task: HTTPTask { .query(["full": true]) }
        }
        let send = try double.requests(to: [.case(Here.order(7)): .text("seven")], journal: journal)

        #expect(try await send("GET", "/orders/7?full=true") == "seven")
        #expect(try await send("GET", "/orders/7") == nil)
        #expect(journal.findings().map(\.kind) == [.unmatchedRequest])
        #expect(journal.requests.map { ($0.target as? Here)?.path } == ["/orders/7", nil])
        #expect(journal.calls(of: Here.self).map(\.target.path) == ["/orders/7"])
    }

    @Test(
        arguments: Double.allCases,
        [
            "GET", "/users", "GET users", "GET  /users", "GET /users x", "", " ", "GET http:///a",
            "GET mailto:example.com",
            "G(T /users", "GET /:", "GET /:id/:id",
        ]
    )
    func routeThatIsNotValidIsAFinding(_ double: Double, _ route: String) async throws {
        let send = try double.requests(to: [StubRoute(route): .status(200)], journal: journal)

        let finding = try #require(journal.findings().first)
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(finding.message.hasPrefix("The route `\(route)` of the \(double.rawValue) is not valid. "))

        #expect(try await send("GET", "/users") == nil)
        let unmatched = try #require(journal.findings().last)
        #expect(unmatched.kind == .unmatchedRequest)
        #expect(unmatched.message.contains(finding.message))
    }

    @Test(
        arguments: Double.allCases,
        [
            ("GET /a?x=1&y=2", "GET /a?y=2&x=1"), ("GET /users/:id", "GET /users/:name"),
            ("GET /café", "GET /caf%C3%A9"),
        ]
    )
    func secondRouteForTheSameRequestsIsAFinding(_ double: Double, _ routes: (String, String)) async throws {
        let path = String(routes.0.dropFirst(4)).replacing(":id", with: "7").replacing("é", with: "%C3%A9")
        let send = try double.requests(
            to: [StubRoute(routes.0): .text("first"), StubRoute(routes.1): .text("second")],
            journal: journal
        )

        #expect(try await send("GET", path) == "first")
        #expect(journal.findings().map(\.kind) == [.misuse])
        let message = try #require(journal.findings().first?.message)
        #expect(message.contains("`\(routes.0)` at ") && message.contains(" and `\(routes.1)` at "), "\(message)")
    }

    @Test(arguments: Double.allCases)
    func parametersOfTheRouteAreRecorded(_ double: Double) async throws {
        let send = try double.requests(to: ["GET /users/:user/posts/:post": .text("found")], journal: journal)

        #expect(try await send("GET", "/users/a%2Fb/posts/7") == "found")
        #expect(journal.requests.map(\.parameters) == [["user": "a/b", "post": "7"]])
    }

    @Test func handlerOfASessionReceivesTheParametersOfItsRoute() async throws {
        let stub = StubSession(
            handlers: ["GET /users/:id": { .text($0.parameters["id"] ?? "") }],
            journal: journal
        )

        let (data, _) = try await stub.session.data(from: try #require(URL(string: "https://a.example/users/7")))

        #expect(String(decoding: data, as: UTF8.self) == "7")
        #expect(journal.findings() == [])
    }

    @Test func handlerReceivesTheParametersOfItsRoute() async throws {
        let server = try LoopbackServer(handlers: [
            "PUT /users/:user/posts/:post": { .text("\($0.parameters.sorted { $0.key < $1.key }.map(\.value))") }
        ])
        let client = try RawClient(port: server.port)
        try await client.send("PUT /users/a%2Fb/posts/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

        #expect(try await client.receiveToEnd().hasSuffix(#"["7", "a/b"]"#))
        #expect(server.requests[0].parameters == ["user": "a/b", "post": "7"])
    }
}
