import Foundation
import Tern
import TestDoubles
import Testing

/// One line sets the format of dates for JSON, queries, forms and stubs.
@Suite(.timeLimit(.minutes(20)))
struct DateFormatTests {
    struct Event: Codable, Equatable, Sendable {
        var at: Date
        var end: Date?
    }

    struct Row: Sendable {
        let format: DateFormat
        let json: String
        let query: String
        /// What a date of the text is read as.
        let read: Double
    }

    private static let at = Date(timeIntervalSince1970: 1_769_860_800.25)
    private static let rows = [
        Row(format: .iso8601, json: #""2026-01-31T12:00:00Z""#, query: "2026-01-31T12%3A00%3A00Z", read: 1_769_860_800),
        Row(
            format: .iso8601WithMilliseconds,
            json: #""2026-01-31T12:00:00.250Z""#,
            query: "2026-01-31T12%3A00%3A00.250Z",
            read: 1_769_860_800.25
        ),
        Row(format: .day, json: #""2026-01-31""#, query: "2026-01-31", read: 1_769_817_600),
        Row(format: .secondsSince1970, json: "1769860800.25", query: "1769860800.25", read: 1_769_860_800.25),
        Row(format: .millisecondsSince1970, json: "1769860800250", query: "1769860800250", read: 1_769_860_800.25),
        Row(
            format: .custom { $0.timeIntervalSince1970 > 0 ? "2026-02-01" : "" },
            json: #""2026-02-01""#,
            query: "2026-02-01",
            read: 1_769_904_000
        ),
    ]

    @Test(arguments: rows.indices) func jsonQueryFormAndStubHaveTheFormat(index: Int) async throws {
        let row = Self.rows[index]
        let echo = RecordingTransport { Response(statusCode: 200, data: $0.body?.data ?? Data()) }
        let provider = Provider<OpenTarget>(transport: echo).configured { $0.dates = row.format }
        let event = Event(at: Self.at)
        let target = OpenTarget(method: .post, task: .json(event).query(["from": Self.at]).query(event))
        let form = OpenTarget(method: .post, task: .form(["at": Self.at]))
        let stub = Provider<OpenTarget>(returning: .json(event)).configured { $0.dates = row.format }
        let read = Event(at: Date(timeIntervalSince1970: row.read))

        let response = try await provider.request(target)
        let ofForm = try await provider.request(form)

        #expect(try response.string() == #"{"at":\#(row.json)}"#)
        #expect(response.request?.url.query == "from=\(row.query)&at=\(row.query)")
        #expect(try ofForm.string() == "at=\(row.query)")
        #expect(try await provider.request(target, as: Event.self) == read)
        #expect(try await stub.request(OpenTarget()).string() == #"{"at":\#(row.json)}"#)
        #expect(try await stub.request(OpenTarget(), as: Event.self) == read)
    }

    @Test(
        arguments: rows.indices,
        [
            #""2026-01-31T12:00:00.250Z""#, #""2026-01-31t13:00:00.25+01:00""#, #""2026-01-31T13:00:00.250000+0100""#,
        ]
    )
    func textIsReadInEveryFormat(index: Int, json: String) async throws {
        #expect(try await date(json, Self.rows[index].format) == Self.at)
    }

    @Test(
        arguments: [
            (.iso8601, "1769860800.25", 1_769_860_800.25), (.iso8601, "1769860800250", 1_769_860_800.25),
            (.day, "99999999999", 99_999_999_999), (.day, "100000000000", 100_000_000),
            (.iso8601, "-62135596800000", -62_135_596_800), (.iso8601, "0", 0),
            (.secondsSince1970, "100000000000", 100_000_000_000), (.millisecondsSince1970, "1500", 1.5),
            (.millisecondsSince1970, "1.5e3", 1.5), (.millisecondsSince1970, "253402300799999", 253_402_300_799.999),
        ] as [(DateFormat, String, Double)]
    )
    func numberIsReadInTheUnitOfTheFormat(format: DateFormat, json: String, seconds: Double) async throws {
        #expect(try await date(json, format) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        arguments: rows.indices,
        [
            #""""#, #""31.01.2026""#, #""2026-02-30""#, #""2026-01-31T12:00:00""#, #""1769860800""#, "true", "{}",
            "[1]",
            "1e300", "-1e300", "253402300800000000",
        ]
    )
    func otherValueIsAnErrorWithThePathAndTheForms(index: Int, json: String) async throws {
        let error = try await #require(throws: TernError.self) { try await date(json, Self.rows[index].format) }

        #expect(error.code == .decodingFailed)
        let fault =
            "the value is none of the dates 2026-01-31T12:00:00Z (with or without a fraction or another offset), "
        #expect(
            error.reason.hasPrefix(
                "Decoding Array<Event> at \"[1].at\": \(fault)2026-01-31, or seconds or milliseconds since 1970. "
            )
        )
        #expect(error.advice == "Read a date in another form with a decoder of the call: Call(…, using: decoder).")
    }

    @Test func nullIsNoDate() async throws {
        let provider = Provider<OpenTarget>(returning: .json(text: #"{"at":0,"end":null}"#))
            .configured { $0.dates = .iso8601 }
        #expect(try await provider.request(OpenTarget(), as: Event.self) == Event(at: Date(timeIntervalSince1970: 0)))

        let error = try await #require(throws: TernError.self) { try await date("null", .iso8601) }
        #expect(error.reason.contains("\"[1].at\": expected Date, found null."))
    }

    @Test(arguments: [DateFormat.iso8601, .iso8601WithMilliseconds, .day])
    func dateWithoutATextFailsBeforeAnythingIsSent(format: DateFormat) async throws {
        let transport = RecordingTransport { _ in Response(statusCode: 200) }
        let provider = Provider<OpenTarget>(transport: transport).configured { $0.dates = format }
        for seconds in [253_402_300_800, 1e300] {
            let event = Event(at: Date(timeIntervalSince1970: seconds))
            for task: HTTPTask in [.json(event), .query(event), .form(event)] {
                let error = try await #require(throws: TernError.self) {
                    try await provider.request(OpenTarget(method: .post, task: task))
                }
                #expect(error.code == .encodingFailed)
                #expect(error.reason.contains("at \"at\": \(seconds) seconds since 1970 can't be written"))
            }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func coderOfOnesOwnIsNotChanged() throws {
        let decoder = JSONDecoder()
        let configuration = Provider<OpenTarget>().configured {
            $0.decoder = decoder
            $0.dates = .iso8601
        }.configuration
        var copy = configuration
        copy.dates = .day
        let date = Date(timeIntervalSince1970: 0)

        #expect(try decoder.decode([Date].self, from: Data("[0]".utf8)) == [Date(timeIntervalSinceReferenceDate: 0)])
        #expect(try configuration.encoder.encode([date]) == Data(#"["1970-01-01T00:00:00Z"]"#.utf8))
        #expect(try copy.encoder.encode([date]) == Data(#"["1970-01-01"]"#.utf8))
        #expect(try configuration.decoder.decode([Date].self, from: Data("[0]".utf8)) == [date])
    }

    /// The text says nothing of a strategy that the stub can't match, since it matches the format.
    @Test func errorOfAStubBlamesTheModel() async throws {
        let provider = Provider<OpenTarget>(returning: .json(["at": "now"])).configured { $0.dates = .iso8601 }
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: Event.self)
        }
        #expect(!error.reason.contains("can't match"))
    }

    private func date(_ json: String, _ format: DateFormat) async throws -> Date? {
        let provider = Provider<OpenTarget>(returning: .json(text: #"[{"at":0},{"at":\#(json)}]"#))
            .configured { $0.dates = format }
        return try await provider.request(OpenTarget(), as: [Event].self).last?.at
    }
}
