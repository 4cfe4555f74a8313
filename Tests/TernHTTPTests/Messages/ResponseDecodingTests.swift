import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ResponseDecodingTests {
    struct Person: Decodable, Equatable {
        var firstName: String
    }

    func response(_ body: String, _ status: Int = 200) -> Response {
        Response(statusCode: status, data: Data(body.utf8))
    }

    func decodingError<Value: Decodable>(
        _ type: Value.Type,
        at keyPath: String? = nil,
        from body: String,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> TernError {
        let error = try #require(throws: TernError.self) {
            try response(body).decode(type, at: keyPath, using: decoder)
        }
        #expect(error.code == .decodingFailed)
        #expect(error.response?.data == Data(body.utf8))
        return error
    }

    @Test(arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32BigEndian])
    func incompleteBodyIsNotDecoded(encoding: String.Encoding) throws {
        for text in ["[[[[", #"{"a":"#, "[1,", "[", "{"] {
            let response = Response(statusCode: 200, data: try #require(text.data(using: encoding)))

            let errors = [
                #expect(throws: TernError.self) { try response.decode([Int].self) },
                #expect(throws: TernError.self) { try response.decode([Int].self, at: "a.0") },
                #expect(throws: TernError.self) { try response.jsonObject() },
            ]

            #expect(errors.map { $0?.code } == Array(repeating: .decodingFailed, count: 3), "\(text)")
        }
    }

    @Test func bodyThatIsNotInMemoryIsNotDecoded() async throws {
        let stream = Response(statusCode: 200, body: .stream(BodyStream(AsyncStream<Data> { $0.finish() })))
        let file = Response(statusCode: 200, body: .file(URL(fileURLWithPath: "/tmp/body")))

        for (response, text) in [(stream, "The body is a stream, see stream."), (file, "written to a file, see body.")]
        {
            let errors = [
                #expect(throws: TernError.self) { try response.decode(Int.self) },
                #expect(throws: TernError.self) { try response.decode(String?.self) },
                #expect(throws: TernError.self) { try response.string() },
                #expect(throws: TernError.self) { try response.jsonObject() },
            ]
            #expect(errors.allSatisfy { $0?.code == .decodingFailed && $0?.reason.contains(text) == true })
            #expect(throws: Never.self) { try response.decode(NoContent.self) }
        }
    }

    @Test func textHasPathExpectationAndActualValue() async throws {
        let body = #"{"total":1,"data":{"items":[{"id":1,"login":"a"},{"id":"two","login":"b"}]}}"#
        let provider = Provider<GitHub>(
            endpointClosure: { Endpoint($0).responding(.text(body)) },
            stubClosure: Provider.immediatelyStub
        )

        let error = try await #require(throws: TernError.self) { try await provider.value(.search("tern")) }

        #expect(error.code == .decodingFailed)
        #expect(error.description.contains("in GitHub.search"))
        #expect(error.description.contains("GET https://api.github.com/search/repositories?q=tern"))
        #expect(error.description.contains("data.items[1].id"))
        #expect(error.description.contains("expected Int"))
        #expect(error.description.contains(#"Excerpt: "two""#))
        #expect(!error.description.contains("octocat"))
        #expect(error.response?.data == Data(body.utf8))
        #expect(error.underlying is DecodingError)
        #expect(error.target is GitHub)
        #expect(error.attempts == 1)
    }

    @Test func excerptShowsTheFailingValue() throws {
        let filler = String(repeating: "x", count: 5_000)
        let body = #"{"aaa":"\#(filler)","zzz":{"user_name":{"is":"object"}}}"#
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase

        let error = try decodingError([String: [String: String]].self, at: nil, from: body, using: decoder)
        let inner = try decodingError(String.self, at: "zzz.userName", from: body, using: decoder)

        #expect(inner.description.contains(#"Excerpt: {"is":"<string>"}"#))
        #expect(!inner.description.contains("xxx"))
        #expect(error.description.count < 800)
    }

    @Test func numbersOutOfRangeAreNotReportedAsInvalidJSON() throws {
        for body in [#"{"id":1.5,"login":"a"}"#, #"{"id":12345678901234567890,"login":"a"}"#] {
            let error = try decodingError(User.self, from: body)

            #expect(!error.description.contains("not valid JSON"))
            #expect(error.description.contains("fit"))
        }
    }

    @Test func missingKeysAndNullsAreReported() throws {
        let missing = try decodingError(User.self, from: #"{"id":1}"#)
        let null = try decodingError(User.self, from: #"{"id":1,"login":null}"#)

        #expect(missing.description.contains(#"no value for key "login". Excerpt: {"id":"<number>"}"#))
        #expect(null.description.contains("expected String, found null"))
        #expect(null.description.contains(#"at "login""#))
    }

    @Test(arguments: [200, 204, 205, 304])
    func anEmptyBodyIsNoContentOrNil(status: Int) throws {
        let response = response("", status)

        #expect(try response.decode(NoContent.self) == NoContent())
        #expect(try response.decode(User?.self) == nil)
        #expect(try response.decode(User?.self, at: "data.user") == nil)
        #expect(try response.decode(NoContent.self, at: "data") == NoContent())
    }

    @Test(arguments: ["{}", "[]", "1", "null", #"{"a":1}"#, "no JSON"])
    func noContentIgnoresTheBody(body: String) throws {
        #expect(try response(body).decode(NoContent.self) == NoContent())
    }

    @Test func dataAndTextContainTheWholeBody() async throws {
        let quoted = response(#""text""#)

        #expect(try quoted.decode(Data.self) == Data(#""text""#.utf8))
        #expect(try quoted.decode(String.self) == #""text""#)
        #expect(try response("").decode(String.self) == "")
        #expect(try response(#"{"a":"text"}"#).decode(String.self, at: "a") == "text")
        let error = #expect(throws: TernError.self) {
            try Response(statusCode: 200, data: Data([0xFF])).decode(String.self)
        }
        #expect(error?.code == .decodingFailed)
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub)
        let target = OpenTarget(sampleData: Data("no JSON".utf8))
        #expect(try await provider.value(Call<OpenTarget, String>(target)) == "no JSON")
        #expect(try await provider.value(Call<OpenTarget, Data>(target)) == Data("no JSON".utf8))
        #expect(try await provider.value(Call<OpenTarget, NoContent>(target)) == NoContent())
    }

    @Test func emptyBodyIsAnErrorForOtherTypes() throws {
        let error = try decodingError(User.self, from: "")
        let atPath = try decodingError([Int].self, at: "a", from: "")

        #expect(error.description.contains("Expected User, found an empty body"))
        #expect(atPath.description.contains("empty body"))
    }

    @Test(arguments: ["{", "<html>", "nope", "{\"a\":1,,}", " "])
    func invalidJSONIsReportedWithItsLength(body: String) throws {
        let error = try decodingError(User.self, from: body)

        #expect(error.description.contains("not valid JSON"))
        #expect(error.description.contains("Excerpt: \(body.utf8.count) bytes"))
    }

    @Test func jsonObjectReturnsDictionariesArraysAndFragments() throws {
        let object = try #require(try response(#"{"a":[1,null]}"#).jsonObject() as? [String: Any])
        let array = try #require(object["a"] as? [Any])

        #expect(array.first as? Int == 1)
        #expect(array.last is NSNull)
        #expect(try response("3").jsonObject() as? Int == 3)
    }

    @Test(arguments: ["", "{", "<html>"])
    func jsonObjectRefusesInvalidJSON(body: String) throws {
        let error = try #require(throws: TernError.self) { try response(body).jsonObject() }

        #expect(error.code == .decodingFailed)
        #expect(error.description.contains("JSON"))
        #expect(error.response?.data == Data(body.utf8))
    }

    @Test func errorOfADecodingClosureIsReported() async throws {
        struct Unwanted: Error {}
        let provider = Provider<OpenTarget>(returning: .text("a"))
        let call = Call<OpenTarget, Int>(OpenTarget()) { _ in throw Unwanted() }
        let own = Call<OpenTarget, Int>(OpenTarget()) { _ in throw TernError(.bodyTooLarge, reason: "own") }

        let error = try await #require(throws: TernError.self) { try await provider.value(call) }
        let ownError = try await #require(throws: TernError.self) { try await provider.value(own) }

        #expect(error.code == .decodingFailed)
        #expect(error.underlying is Unwanted)
        #expect(error.description.contains("Unwanted"))
        #expect(error.response?.data == Data("a".utf8))
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 1)
        #expect(ownError.code == .bodyTooLarge)
        #expect(ownError.reason == "own")
        #expect(ownError.target is OpenTarget)
    }

    @Test func decodingErrorIsNeverReportedAsATransportError() async throws {
        let provider = Provider<OpenTarget>(returning: .text("a"))
        let call = Call<OpenTarget, Int>(OpenTarget()) { _ in throw URLError(.notConnectedToInternet) }

        let error = try await #require(throws: TernError.self) { try await provider.value(call) }

        #expect(error.code == .decodingFailed)
        #expect(error.underlying is URLError)
    }

    @Test func decoderOfTheCallOverridesThatOfTheProvider() async throws {
        let snakeCase = JSONDecoder()
        snakeCase.keyDecodingStrategy = .convertFromSnakeCase
        let plain = Provider<OpenTarget>(returning: .text(#"{"first_name":"Ada"}"#))
        let snake = plain.configured { $0.decoder = snakeCase }

        #expect(try await snake.request(OpenTarget(), as: Person.self) == Person(firstName: "Ada"))
        #expect(try await plain.request(OpenTarget(), as: Person.self, using: snakeCase) == Person(firstName: "Ada"))
        let error = try await #require(throws: TernError.self) {
            try await snake.request(OpenTarget(), as: Person.self, using: JSONDecoder())
        }
        #expect(error.code == .decodingFailed)
    }

    @Test(arguments: [
        (#"{"data":{"items":[{"at":1},{"at":"x"}]}}"#, "at \"data.items[0].at\": expected String, found number."),
        (#"{"data":{"items":[{"at":true}]}}"#, "at \"data.items[0].at\": expected String, found Boolean."),
        (#"{"data":{"items":[{"at":{}}]}}"#, "at \"data.items[0].at\": expected String, found object."),
        (#"{"data":{"items":{}}}"#, "at \"data.items\": expected Array<Any>, found object."),
        (
            #"{"data":[]}"#,
            "at \"data\": expected Dictionary<String, Any>, found array. The key path is \"data.items\"."
        ),
        (#"[1]"#, "expected Dictionary<String, Any>, found array. The key path is \"data.items\"."),
        (#"{"data":{"x":1}}"#, "at \"data\": no value for key \"items\"."),
        (#"{"x":1}"#, "no value for key \"data\". The key path is \"data.items\"."),
    ])
    func errorNamesWhatWasFoundAndTheKeyPath(body: String, text: String) throws {
        struct Item: Decodable { var at: String }

        let error = try decodingError([Item].self, at: "data.items", from: body)

        #expect(error.reason.contains(text), "\(error.reason)")
    }

    @Test func textOfAResponseHasTheLengthOfItsBodyInAFile() throws {
        let folder = TemporaryFolder()
        let file = try folder.file("body", Data("12345".utf8))

        #expect("\(Response(statusCode: 200, body: .file(file)))" == "status 200, 5 bytes in a file")
        #expect("\(Response(statusCode: 200, body: .file(folder.url.appending(path: "gone"))))" == "status 200, a file")
    }

    @Test func httpURLResponseJoinsValuesOfTheSameNameInAnyLetterCase() throws {
        let url = try #require(URL(string: "https://a/b"))
        let response = Response(statusCode: 201, data: Data(), headers: ["Vary": "A", "vary": "B"], url: url)

        let head = try #require(response.response)

        #expect(head.statusCode == 201)
        #expect(head.url == url)
        #expect(head.value(forHTTPHeaderField: "VARY") == "A, B")
        #expect(Response(statusCode: 200, data: Data()).response == nil)
    }

    @Test func textFormsShowNeitherBodyNorCredentials() {
        let response = Response(
            statusCode: 200,
            data: Data("hunter2".utf8),
            headers: ["Set-Cookie": "sid=hunter2", "ETag": "1"]
        )

        #expect(leaks(of: "hunter2", in: textForms(of: response)).isEmpty)
        #expect("\(response)" == "status 200, 7 bytes")
    }
}
