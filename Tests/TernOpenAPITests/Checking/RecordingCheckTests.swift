import Foundation
import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct RecordingCheckTests {
    private static let schemas = """
        "User": {"required": ["login", "plan"], "properties": {"login": {"type": "string"}, "plan": {"type": "string"},
        "age": {"type": "integer"}}}
        """
    private static let paths = """
        "/users/{login}": {"get": {"parameters": [
          {"name": "login", "in": "path", "required": true, "schema": {"type": "string"}},
          {"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}},
          {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"enum": ["a", "b"]}}},
          {"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object"}},
          {"name": "X-Version", "in": "header", "required": true, "schema": {"type": "string"}},
          {"name": "theme", "in": "cookie", "required": true, "schema": {"type": "string"}}],
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "@User"}}}},
          "204": {"description": ""}, "4XX": {"description": "", "content": {"text/plain": {}}}}}},
        "/users/me": {"get": {"responses": {"204": {"description": ""}}}},
        "/users": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
          {"$ref": "@User"}}, "application/x-www-form-urlencoded": {"schema": {"$ref": "@User"}}}},
          "responses": {"default": {"description": ""}}}}
        """
    private static let server =
        #"{"url": "https://{region}.example.com/v1", "variables": {"region": {"default": "eu"}}}"#

    /// The lines of a report on one entry.
    private func lines(
        _ request: String,
        url: String = "https://eu.example.com/v1",
        fields: [(String, String)] = [("x-version", "2"), ("Cookie", "a=b; theme=dark")],
        body: (type: String, text: String)? = nil,
        status: Int = 204,
        response: (type: String, text: String)? = nil
    ) throws -> [String] {
        let parts = request.split(separator: " ").map(String.init)
        func content(_ body: (type: String, text: String)) -> DocumentNode {
            .object([("mimeType", .text(body.type)), ("text", .text(body.text))])
        }
        let headers = DocumentNode.array(fields.map { .object([("name", .text($0.0)), ("value", .text($0.1))]) })
        let sent: [(String, DocumentNode)] = [
            ("method", .text(parts[0])), ("url", .text(url + parts[1])), ("headers", headers),
            body.map { ("postData", content($0)) } ?? ("bodySize", .number(0)),
        ]
        let received: [(String, DocumentNode)] = [
            ("status", .number(status)), ("content", response.map(content) ?? .object([("size", .number(0))])),
        ]
        let entry = DocumentNode.object([("request", .object(sent)), ("response", .object(received))])
        let har = DocumentNode.object([("log", .object([("entries", .array([entry]))]))])
        let specification = try Specification(schemas: Self.schemas, paths: Self.paths, servers: Self.server)
        let data = Data(JSONWriter.text(har, isPretty: false).utf8)
        return try RecordingCheck(specification).report(on: data, file: "a.har").lines
    }

    private static let getUser = "GET /users/{login}: 1 response, 1 differs"

    @Test func entriesThatFitAreCounted() throws {
        let user = ("application/json; charset=utf-8", #"{"login": "a", "plan": "b", "more": 1}"#)
        let request = "GET /users/mia%20m?page=2&tags=a&tags=b&filter[x]=1"
        #expect(try lines(request, status: 200, response: user) == ["GET /users/{login}: 1 response, as documented"])
    }

    @Test func mostLiteralPathWins() throws {
        #expect(try lines("GET /users/me") == ["GET /users/me: 1 response, as documented"])
    }

    @Test func requestsWithoutAnOperationAreFound() throws {
        #expect(
            try lines("DELETE /users/7")
                == [
                    "DELETE /v1/users/*: 1 response, 1 differs",
                    "  the path is only in the document with GET (entry 1)",
                ]
        )
        let unknown = try lines("GET /cars/4b5c")
        #expect(unknown == ["GET /v1/cars/*: 1 response, 1 differs", "  not in the document (entry 1)"])
        #expect(try lines("OPTIONS /users/7") == [])
    }

    @Test(arguments: [
        ("GET /users/a", "query \"page\": missing"),
        ("GET /users/a?page=x", "query \"page\": a string instead of an integer"),
        ("GET /users/a?page=1&tags=a,c", "query \"tags\": none of the 2 values"),
        ("GET /users/a?page=1&pag=2", "query \"pag\": not in the document"),
    ])
    func parametersAreCompared(request: String, text: String) throws {
        #expect(try lines(request) == [Self.getUser, "  \(text) (entry 1)"])
    }

    @Test func fieldsAndCookiesAreCompared() throws {
        let found = try lines("GET /users/a?page=1", fields: [])
        #expect(
            found.dropFirst() == ["  header \"X-Version\": missing (entry 1)", "  cookie \"theme\": missing (entry 1)"]
        )
    }

    @Test func responsesAreCompared() throws {
        let request = "GET /users/a?page=1"
        let user = ("application/json", #"{"login": 7}"#)
        #expect(
            try lines(request, status: 200, response: user).dropFirst() == [
                "  response 200 /login: a number instead of a string (entry 1)",
                "  response 200 /plan: missing (entry 1)",
            ]
        )
        #expect(try lines(request, status: 500).last == "  response 500: not in the document (entry 1)")
        #expect(try lines(request, status: 200).last == "  response 200: no body (entry 1)")
        #expect(try lines(request, status: 404, response: ("text/plain", "gone")).count == 1)
        let html = try lines(request, status: 200, response: ("text/html", "x"))
        #expect(html.last == "  response 200: the media type text/html isn't in the document (entry 1)")
        let text = try lines(request, status: 200, response: ("application/json", "{"))
        #expect(text.last == "  response 200: no JSON (entry 1)")
        let extra = try lines(request, status: 204, response: ("text/plain", "x"))
        #expect(extra.last == "  response 204: a body that isn't in the document (entry 1)")
    }

    @Test func bodiesOfRequestsAreCompared() throws {
        #expect(try lines("POST /users").last == "  request body: missing (entry 1)")
        let json = try lines("POST /users", body: ("application/json", #"{"login": "a"}"#))
        #expect(json.last == "  request body /plan: missing (entry 1)")
        let form = try lines("POST /users", body: ("application/x-www-form-urlencoded", "login=a+b&plan=c&age=x"))
        #expect(form.last == "  request body /age: a string instead of an integer (entry 1)")
        let fields = try lines("POST /users", body: ("application/x-www-form-urlencoded", "login=a&plan=b&age=1"))
        #expect(fields.count == 1)
    }

    @Test func entriesForOtherHostsAreCountedOnlyIfSomeAreOwn() throws {
        #expect(try lines("GET /users/me", url: "http://127.0.0.1:8080/v1").first?.hasPrefix("GET /users/me") == true)
        let har = """
            {"log": {"entries": [{"request": {"method": "GET", "url": "https://us.example.com/v1/users/me"}},
            {"request": {"method": "GET", "url": "https://cdn.example.net/a.js"}}, {}, 7]}}
            """
        let specification = try Specification(schemas: Self.schemas, paths: Self.paths, servers: Self.server)
        let report = try RecordingCheck(specification).report(on: Data(har.utf8), file: "a.har")
        #expect(report.lines == ["GET /users/me: 1 response, as documented", "1 entry for other hosts"])
        #expect(!report.differs)
    }

    @Test func textsHaveNoValues() throws {
        let secret = "secret5secret"
        let body = ("application/json", #"{"login": "\#(secret)", "plan": {"\#(secret)": 1}, "age": "\#(secret)"}"#)
        let fields = [("X-Version", secret), ("Cookie", "theme=\(secret)")]
        let requests = ["GET /users/\(secret)?page=\(secret)", "POST /users", "PUT /users/\(secret)", "GET /\(secret)"]
        for request in requests {
            let found = try lines(request, fields: fields, body: body, status: 200, response: body)
            #expect(!found.joined().contains(secret), "\(found)")
            #expect(found.count > 1)
        }
    }

    @Test func otherFilesAreRefusedWithTheirPlace() throws {
        let check = RecordingCheck(try Specification(schemas: Self.schemas))
        #expect(
            throws: DocumentProblem(
                file: "a.har",
                place: TextPlace(line: 1, column: 1),
                "The file isn't a HAR file: log.entries is missing."
            )
        ) {
            try check.report(on: Data("{}".utf8), file: "a.har")
        }
        #expect(throws: DocumentProblem.self) { try check.report(on: Data("{".utf8), file: "a.har") }
    }

    @Test func entriesOfOneFaultAreListedTogether() {
        var report = RecordingReport()
        for entry in 1...7 { report.add(entry: entry, to: "GET /a", entry == 4 ? [] : ["response 200 /x: missing"]) }
        #expect(
            report.lines == ["GET /a: 7 responses, 6 differ", "  response 200 /x: missing (entries 1, 2, 3, 5, 6, …)"]
        )
    }
}
