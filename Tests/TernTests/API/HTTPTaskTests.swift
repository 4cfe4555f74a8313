import Foundation
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct HTTPTaskTests {
    struct Draft: Codable, Equatable, Sendable {
        var title = "hunter2"
        var number: Int?
    }

    struct Flag: Encodable, Sendable {
        var isDraft: Bool
    }

    private let encoder = QueryEncoder()

    @Test func plainCarriesNothing() throws {
        #expect(try HTTPTask.plain.encodedQuery(default: encoder) == nil)
        #expect(try HTTPTask.plain.encodedBody(default: encoder) == nil)
    }

    @Test func queriesKeepTheirOrderAndOmitNil() throws {
        let page: Int? = nil
        let task = HTTPTask.query(["q": "a b", "page": page, "all": true])

        #expect(try task.encodedQuery(default: encoder) == "q=a%20b&all=true")
    }

    @Test func emptyQueryIsOmitted() throws {
        #expect(try HTTPTask.query([:]).encodedQuery(default: encoder) == nil)
        #expect(try HTTPTask.query(["a": nil]).encodedQuery(default: encoder) == nil)
    }

    @Test func literalsKeepTheirOrderAndDictionariesAreSorted() throws {
        let dictionary = ["z": 1, "a": 2]

        #expect(try HTTPTask.query(["z": 1, "a": 2]).encodedQuery(default: encoder) == "z=1&a=2")
        #expect(try HTTPTask.query(dictionary).encodedQuery(default: encoder) == "a=2&z=1")
        #expect(try HTTPTask.plain.query(["z": 1, "a": 2]).encodedQuery(default: encoder) == "z=1&a=2")
        #expect(try HTTPTask.plain.query(dictionary).encodedQuery(default: encoder) == "a=2&z=1")
    }

    @Test func aSecondQueryAddsToTheFirst() throws {
        let task = HTTPTask.query(["a": 1]).query(Draft(title: "t")).query(["a": 2])

        #expect(try task.encodedQuery(default: encoder) == "a=1&title=t&a=2")
    }

    @Test func bodyAndQueryCompose() throws {
        let task = HTTPTask.json(Draft()).query(["notify": true])

        let body = try #require(try task.encodedBody(default: encoder))
        #expect(try task.encodedQuery(default: encoder) == "notify=true")
        #expect(try JSONDecoder().decode(Draft.self, from: #require(body.data)) == Draft())
        #expect(body.contentType == "application/json")
    }

    @Test func jsonSortsKeysUnlessItsEncoderDoesNot() throws {
        let snakeCase = JSONEncoder()
        snakeCase.keyEncodingStrategy = .convertToSnakeCase

        let sorted = try HTTPTask.json(["b": 1, "a": 2]).encodedBody(default: encoder)
        let custom = try HTTPTask.json(Flag(isDraft: true), encoder: snakeCase).encodedBody(default: encoder)

        #expect(sorted?.data == Data(#"{"a":2,"b":1}"#.utf8))
        #expect(custom?.data == Data(#"{"is_draft":true}"#.utf8))
    }

    @Test func formsWritePlusForSpacesUnlessTheirEncoderDoesNot() throws {
        let form: QueryParameters = ["a": "b c", "d": [1, 2]]

        let plain = try HTTPTask.form(form).encodedBody(default: encoder)
        let ofProvider = try HTTPTask.form(form).query(["a": 1], encoder: QueryEncoder(arrays: .brackets))
            .encodedBody(default: QueryEncoder(arrays: .commaSeparated))
        let own = try HTTPTask.form(form, encoder: QueryEncoder()).encodedBody(default: encoder)
        let ofObject = try HTTPTask.form(Draft(title: "x y")).encodedBody(default: encoder)

        #expect(plain?.data == Data("a=b+c&d=1&d=2".utf8))
        #expect(plain?.contentType == "application/x-www-form-urlencoded")
        #expect(ofProvider?.data == Data("a=b+c&d=1,2".utf8))
        #expect(own?.data == Data("a=b%20c&d=1&d=2".utf8))
        #expect(ofObject?.data == Data("title=x+y".utf8))
    }

    @Test func anEmptyFormIsABodyOfNoBytes() throws {
        let body = try #require(try HTTPTask.form([:]).encodedBody(default: encoder))

        #expect(body.data?.isEmpty == true)
    }

    @Test func dataIsSentUnchanged() throws {
        let plain = try HTTPTask.data(Data([1, 2])).encodedBody(default: encoder)
        let typed = try HTTPTask.data(Data([1, 2]), contentType: "image/png").encodedBody(default: encoder)

        #expect(plain?.data == Data([1, 2]))
        #expect(plain?.contentType == "application/octet-stream")
        #expect(typed?.contentType == "image/png")
    }

    @Test(arguments: [nil, ""] as [String?])
    func noContentTypeCanBeAskedFor(type: String?) async throws {
        let folder = TemporaryFolder()
        let file = try folder.file("a.txt", Data("a".utf8))
        let tasks: [HTTPTask] = [
            .data(Data([1]), contentType: type), .file(file, contentType: type),
            .stream(contentType: type) { AsyncStream<Data> { $0.finish() } },
            .stream(contentType: type, once: AsyncStream<Data> { $0.finish() }),
        ]

        for task in tasks {
            let transport = ScriptedTransport(steps: [{ _ in Response(statusCode: 200) }])
            _ = try await Provider<OpenTarget>(transport: transport).request(OpenTarget(method: .post, task: task))
            #expect(transport.requests.value.map { $0.headers.contains("Content-Type") } == [false])
        }
        let transport = ScriptedTransport(steps: [{ _ in Response(statusCode: 200) }])
        let empty = OpenTarget(method: .post, task: .data(Data([1])), headers: ["Content-Type": ""])
        _ = try await Provider<OpenTarget>(transport: transport).request(empty)
        #expect(transport.requests.value.map { $0.headers.contains("Content-Type") } == [false])
        let form = try RequestBody.multipart(
            [.data(Data(), name: "a", filename: "a.txt", contentType: type), .file(file, name: "b", contentType: type)]
        )

        #expect(try await !String(decoding: form.collected(), as: UTF8.self).contains("Content-Type"))
    }

    @Test func parametersMayHaveTheirOwnEncoder() throws {
        struct Filter: Encodable, Sendable { var perPage = 7 }
        let task = HTTPTask.query(["a": [1, 2]], encoder: QueryEncoder(arrays: .brackets)).query(["b": [3, 4]])
            .query(["c": nil]).query(Filter(), encoder: QueryEncoder(keys: .snakeCase))
        let object = HTTPTask.query(Filter(), encoder: QueryEncoder(keys: .snakeCase))

        #expect(try task.encodedQuery(default: encoder) == "a%5B%5D=1&a%5B%5D=2&b=3&b=4&per_page=7")
        #expect(try object.encodedQuery(default: encoder) == "per_page=7")
        #expect(try HTTPTask.query(["c": nil]).query([:]).encodedQuery(default: encoder) == nil)
    }

    @Test(
        arguments: [
            (.plain, "plain"),
            (.query([:]), "plain"),
            (.query(["token": "hunter2"]), "1 query item"),
            (.json(Draft()).query(["a": "hunter2"]).query(Draft()), "json body, 2 query items"),
            (.form(["password": "hunter2"]), "form body"),
            (.data(Data("hunter2".utf8)), "body of 7 bytes"),
        ] as [(HTTPTask, String)]
    )
    func textFormsShowNoValue(task: HTTPTask, expected: String) {
        var dumped = ""
        dump(task, to: &dumped)

        #expect("\(task)" == expected)
        for text in ["\(task)", String(reflecting: task), dumped, "\(task.query as Any)", "\(task.body as Any)"] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func textsOfParametersShowOnlyNames() {
        let parameters = QueryParameters(Draft()).appending("token", "hunter2")
        var dumped = ""
        dump(parameters, to: &dumped)

        #expect("\(parameters)" == "[properties of Draft, token]")
        #expect(!dumped.contains("hunter2"))
        #expect(!String(reflecting: parameters).contains("hunter2"))
    }
}
