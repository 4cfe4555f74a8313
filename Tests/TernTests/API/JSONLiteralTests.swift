import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct JSONLiteralTests {
    enum Level: String, Encodable { case high }

    struct Owner: Encodable, Sendable {
        var id = 7
        var team: String?
    }

    private let name = "Tern"
    private let tags = ["a", "b"]
    private let note: String? = nil
    private let owner = Owner()

    private func json(_ task: HTTPTask) throws -> String? {
        try task.encodedBody(default: QueryEncoder())?.data.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func literalTakesVariablesOfMixedTypes() throws {
        let task = HTTPTask.json(["name": name, "count": 2, "tags": tags, "note": note])

        #expect(try json(task) == #"{"count":2,"name":"Tern","note":null,"tags":["a","b"]}"#)
    }

    @Test func sampleTakesTheSameLiterals() async throws {
        let (name, tags, note) = (name, tags, note)
        let provider = Provider<OpenTarget>(
            returning: .json(
                ["name": name, "count": 2, "tags": tags, "note": note],
                status: 201,
                headers: ["Content-Type": "application/vnd.api+json"]
            )
        )

        let response = try await provider.request(OpenTarget())

        #expect(try response.string() == #"{"count":2,"name":"Tern","note":null,"tags":["a","b"]}"#)
        #expect(response.statusCode == 201)
        #expect(response.headers == ["Content-Type": "application/vnd.api+json"])
    }

    @Test func valuesAreEncodedLikePropertiesOfAStruct() throws {
        let date = Date(timeIntervalSinceReferenceDate: 10)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        let values: JSONLiteral = [
            true, 1.5, nil, "x", owner, date, Level.high, Decimal(2), [1, 2], ["k": date], [owner],
        ]

        #expect(
            try json(.json(values))
                == #"[true,1.5,null,"x",{"id":7},"2001-01-01T00:00:10Z","high",2,[1,2],"#
                + #"{"k":"2001-01-01T00:00:10Z"},[{"id":7}]]"#
        )
        #expect(
            try json(.json(["at": date, "by": ["at": date]], encoder: encoder))
                == #"{"at":978307210,"by":{"at":978307210}}"#
        )
    }

    @Test func mixedLiteralsCanBeNestedWithTheirType() throws {
        let task = HTTPTask.json([
            "owner": ["login": name, "id": 7, "team": note, "none": [:] as JSONLiteral] as JSONLiteral,
            "mixed": [1, "two", nil, [true, 2] as JSONLiteral] as JSONLiteral,
            "same": [[1], [2, 3]],
            "counts": ["b": 1, "a": nil],
        ])

        #expect(
            try json(task)
                == #"{"counts":{"a":null,"b":1},"mixed":[1,"two",null,[true,2]],"#
                + #""owner":{"id":7,"login":"Tern","none":{},"team":null},"same":[[1],[2,3]]}"#
        )
    }

    @Test func literalsOfOneTypeEmptyOnesAndSingleValuesAreNotAmbiguous() throws {
        #expect(try json(.json([1, 2])) == "[1,2]")
        #expect(try json(.json(["a": "b"])) == #"{"a":"b"}"#)
        #expect(try json(.json([])) == "[]")
        #expect(try json(.json([:])) == "{}")
        #expect(try json(.json(owner)) == #"{"id":7}"#)
        #expect(try json(.json([owner])) == #"[{"id":7}]"#)
        #expect(try json(.json([Owner]())) == "[]")
        #expect(try json(.json(tags)) == #"["a","b"]"#)
        #expect(try json(.json(["a": note])) == #"{"a":null}"#)
        #expect(try json(.json(1)) == "1")
        #expect(try json(.json(Level.high)) == #""high""#)
        #expect(try json(.json(["a": 1, "b": name])) == #"{"a":1,"b":"Tern"}"#)
    }

    @Test func literalAndQueryCompose() throws {
        let task = HTTPTask.json(["a": 1, "b": name]).query(["page": 1]).query(["notify": true])

        #expect(try json(task) == #"{"a":1,"b":"Tern"}"#)
        #expect(try task.encodedQuery(default: QueryEncoder()) == "page=1&notify=true")
    }

    @Test func literalIsAValueOfAStructAndOfAQuery() throws {
        struct Envelope: Encodable, Sendable {
            let payload: JSONLiteral
        }
        let payload: JSONLiteral = ["b": 1, "a": name, "c": nil]

        #expect(try json(.json(Envelope(payload: payload))) == #"{"payload":{"a":"Tern","b":1,"c":null}}"#)
        #expect(
            try HTTPTask.query(["by": payload]).encodedQuery(default: QueryEncoder()) == "by%5Ba%5D=Tern&by%5Bb%5D=1"
        )
    }

    @Test func duplicateNameIsAnError() throws {
        let task = HTTPTask.json(["a": ["twice": 1, "twice": "x"] as JSONLiteral])

        let error = try #require(throws: TernError.self) {
            try Endpoint(OpenTarget(method: .post, task: task)).request()
        }

        #expect(error.code == .encodingFailed)
        #expect(error.reason.contains("a.twice"))
        #expect(error.reason.contains("repeats this name"))
    }

    @Test func errorNamesThePlaceOfAValue() throws {
        let task = HTTPTask.json(["list": [1, ["ratio": Double.nan, "id": "x"] as JSONLiteral] as JSONLiteral])

        let error = try #require(throws: TernError.self) {
            try Endpoint(OpenTarget(method: .post, task: task)).request()
        }

        #expect(error.code == .encodingFailed)
        #expect(error.reason.contains("ratio"))
    }

    @Test func textFormsShowNamesOnly() {
        let object: JSONLiteral = ["token": "hunter2", "list": ["hunter2", 1] as JSONLiteral]
        let array: JSONLiteral = ["hunter2", 1]

        #expect("\(object)" == "[token, list]")
        #expect("\(array)" == "[2 elements]")
        #expect(leaks(of: "hunter2", in: textForms(of: object) + textForms(of: array)).isEmpty)
        #expect(leaks(of: "hunter2", in: textForms(of: HTTPTask.json(object))).isEmpty)
    }
}
