import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The texts of decoding errors name the fault and the next step.
@Suite(.timeLimit(.minutes(20)))
struct DecodingTextTests {
    private struct Issue: Codable, Equatable { var at: Date }
    private struct Entry: Codable, Equatable { var id: Int }

    private func error<Value: Decodable>(
        of type: Value.Type,
        _ body: String,
        type mediaType: String = "application/json",
        using decoder: JSONDecoder = JSONDecoder()
    ) async throws -> TernError {
        let sample = SampleResponse.data(Data(body.utf8), headers: ["Content-Type": mediaType])
        let provider = Provider<OpenTarget>(returning: sample).configured { $0.decoder = decoder }
        let error = try await #require(throws: TernError.self) {
            try await provider.value(Call<OpenTarget, Value>(OpenTarget()))
        }
        #expect(error.code == .decodingFailed)
        return error
    }

    // MARK: - Streams of values

    @Test(arguments: [
        ("{\"id\":1}\n{\"id\":2}\n", "application/json", "a JSON value in each line (JSON Lines)"),
        ("{\"id\":1}\r\n\r\n{\"id\":2}", "application/x-ndjson", "a JSON value in each line (JSON Lines)"),
        ("[1]\n[2]\n[3]\n[", "text/plain", "a JSON value in each line (JSON Lines)"),
        (
            "\u{1E}{\"id\":1}\n", "application/json-seq",
            "a JSON value after each record separator (a JSON text sequence)"
        ),
    ])
    func bodyWithSeveralValuesIsNamed(body: String, mediaType: String, text: String) async throws {
        let error = try await error(of: Entry.self, body, type: mediaType)

        #expect(error.reason.hasPrefix("Decoding Entry: the body has \(text). Excerpt: "), "\(error.reason)")
        #expect(error.advice == "Read it with values(_:) of the provider.")
    }

    @Test(arguments: ["data: {\"id\":1}\n\n", "event: a\ndata: {}\n\n", ": hello\n\n", "id: 1\n\n", "retry: 10\n\n"])
    func bodyWithEventsIsNamed(body: String) async throws {
        let error = try await error(of: Entry.self, body, type: "text/event-stream; charset=utf-8")

        #expect(error.reason.hasPrefix("Decoding Entry: the body has server-sent events. "), "\(error.reason)")
        #expect(error.advice == "Read it with values(_:) or events(_:) of the provider.")
    }

    @Test(arguments: ["{\"id\":\n1", "{\"id\":1}\n{\"id\"", "{\"id\":1} {\"id\":2}", "a\nb", "{\n}\n}"])
    func otherBodyIsNotValidJSON(body: String) async throws {
        let error = try await error(of: Entry.self, body)

        #expect(error.reason.hasPrefix("Decoding Entry: the body is not valid JSON. "), "\(error.reason)")
        #expect(error.advice == "Compare the model with the body in error.response.")
    }

    /// The data of an event has the head of the whole stream.
    @Test func dataOfAnEventIsNoStream() async throws {
        let sample = SampleResponse.events([ServerSentEvent(data: "no JSON")])
        let stream = try await Provider<OpenTarget>(returning: sample).values(Call<OpenTarget, Entry>(OpenTarget()))
        let error = try await #require(throws: TernError.self) { for try await _ in stream {} }

        #expect(error.reason.hasPrefix("Event 1: Decoding Entry: the body is not valid JSON. "), "\(error.reason)")
    }

    // MARK: - Values with a format

    private static let dateAdvice =
        "Set the format of the provider's dates, .configured { $0.dates = .iso8601 }, or the decoder's dateDecodingStrategy."

    @Test func dateInAnotherFormatIsNamed() async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let list = try await error(of: [Issue].self, #"[{"at":"2026-01-01"}]"#, using: decoder)
        let one = try await error(of: Issue.self, #"{"at":"2026-01-01"}"#, using: decoder)

        let fault = "a date isn't in the format of the decoder's dateDecodingStrategy, .iso8601."
        #expect(list.reason == "Decoding Array<Issue> at \"[0]\": \(fault) Excerpt: {\"at\":\"<string>\"}")
        #expect(one.reason == "Decoding Issue: \(fault) Excerpt: {\"at\":\"<string>\"}")
        #expect(one.advice == Self.dateAdvice)
    }

    @Test func dateInAnotherFormatThanThatOfAFormatterIsNamed() async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "dd.MM.yyyy"
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .formatted(formatter)
        let error = try await error(of: Issue.self, #"{"at":"2026-01-01"}"#, using: decoder)

        let fault = "the date isn't in the format of the decoder's dateDecodingStrategy"
        #expect(error.reason == "Decoding Issue at \"at\": \(fault). Excerpt: \"2026-01-01\"")
        #expect(error.advice == Self.dateAdvice)
    }

    /// Foundation reads a date without a strategy as a number.
    @Test(arguments: ["2026-01-01", "2026-01-01T12:00:00.5+01:00"])
    func decoderWithoutAFormatOfDatesGetsTheAdviceToSetOne(text: String) async throws {
        let error = try await error(of: Issue.self, #"{"at":"\#(text)"}"#)
        let other = try await self.error(of: Issue.self, #"{"at":"soon"}"#)

        #expect(error.reason.hasPrefix("Decoding Issue at \"at\": expected Double, found string."))
        #expect(error.advice == Self.dateAdvice)
        #expect(other.advice != Self.dateAdvice)
    }

    private enum Color: String, Decodable { case red }
    private struct Mixed: Decodable {
        var url: URL?
        var data: Data?
        var id: UUID?
        var color: Color?
    }

    @Test(arguments: [
        (#"{"url":""}"#, #"at "url": the text is not a valid URL. Excerpt: """#),
        (#"{"data":"*"}"#, #"at "data": the text is not valid Base64. Excerpt: "*""#),
        (#"{"id":"7"}"#, #"at "id": the text is not a valid UUID. Excerpt: "7""#),
        (#"{"color":"blue"}"#, #"at "color": the value is that of no case of Color. Excerpt: "blue""#),
    ])
    func formatOfAValueIsNamed(body: String, text: String) async throws {
        #expect(try await error(of: Mixed.self, body).reason == "Decoding Mixed \(text)")
    }

    /// The text of a decoder of one's own may quote the value.
    @Test func otherTextsAreNotShown() async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom {
            throw DecodingError.dataCorruptedError(
                in: try $0.singleValueContainer(),
                debugDescription: "hunter2 is bad"
            )
        }
        let error = try await error(of: [String: Date].self, #"{"pin":"hunter2"}"#, using: decoder)

        #expect(
            error.reason == "Decoding Dictionary<String, Date> at \"pin\": the value is not valid. Excerpt: <redacted>"
        )
    }

    // MARK: - The closure of a call

    private struct Failed: LocalizedError { let errorDescription: String? }

    private func error(thrown: any Error, _ body: String = #"{"result":"no"}"#) async throws -> TernError {
        let provider = Provider<OpenTarget>(returning: .text(body, headers: ["Content-Type": "application/json"]))
        return try await #require(throws: TernError.self) {
            try await provider.value(Call<OpenTarget, Int>(OpenTarget()) { _ in throw thrown })
        }
    }

    @Test func errorOfAClosureHasItsOwnText() async throws {
        let error = try await error(thrown: Failed(errorDescription: "method name not recognized"))

        #expect(
            "\(error)" == """
                decodingFailed in OpenTarget (GET https://api.example.com/things): The call's closure threw Failed: \
                method name not recognized. Body: {"result":"<string>"}
                See error.underlying for this error. The closure can throw a TernError with a code of your own.
                """
        )
    }

    @Test func errorOfAClosureHidesSecrets() async throws {
        let error = try await error(thrown: Failed(errorDescription: "No https://a/?token=hunter2"))

        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        #expect(error.reason.hasPrefix("The call's closure threw Failed: No https://a/?token=<redacted>."))
    }

    @Test func closureThatDecodesHasTheTextsOfDecoding() async throws {
        let provider = Provider<OpenTarget>(returning: .text(#"{"id":"x"}"#))
        let call = Call<OpenTarget, Int>(OpenTarget()) { try JSONDecoder().decode(Entry.self, from: $0.data).id }
        let error = try await #require(throws: TernError.self) { try await provider.value(call) }

        #expect(error.code == .decodingFailed)
        #expect(error.reason == "Decoding Int at \"id\": expected Int, found string. Excerpt: \"x\"")
    }

    // MARK: - Optional values

    @Test(arguments: [
        #"{"header":1}"#, #"{"data":{}}"#, #"{"data":null}"#, #"{"data":{"kvs":null}}"#, #"{"data":{"kvs":[]}}"#,
        #"{"data":{"kvs":[null]}}"#, "",
    ])
    func optionalValueIsNilWhereThePathLeadsToNothing(body: String) throws {
        let response = Response(statusCode: 200, data: Data(body.utf8))

        #expect(try response.decode(Entry?.self, at: "data.kvs.0") == nil)
        #expect(throws: TernError.self) { try response.decode(Entry.self, at: "data.kvs.0") }
    }

    @Test func optionalValueOfAnotherKindIsAnError() throws {
        for body in [#"{"data":7}"#, #"{"data":{"kvs":[{"id":"x"}]}}"#, "[1]"] {
            let response = Response(statusCode: 200, data: Data(body.utf8))
            #expect(throws: TernError.self) { try response.decode(Entry?.self, at: "data.kvs.0") }
        }
        let response = Response(statusCode: 200, data: Data(#"{"data":{"kvs":[{"id":7}]}}"#.utf8))
        #expect(try response.decode(Entry?.self, at: "data.kvs.0")?.id == 7)
    }
}
