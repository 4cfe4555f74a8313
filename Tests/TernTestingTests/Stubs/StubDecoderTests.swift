import Foundation
import Tern
import TernTesting
import Testing

/// The values of stubs are encoded as the decoder of the provider reads them.
@Suite(.timeLimit(.minutes(20)))
struct StubDecoderTests {
    struct Event: Codable, Equatable, Sendable {
        var startDate = Date(timeIntervalSince1970: 86_400)
        var rawData = Data([1, 2])
        var ratio = Double.infinity
    }

    /// Not `Sendable`.
    final class Model: Codable {
        var at = Date(timeIntervalSince1970: 86_400)
    }

    enum API: TargetType, Hashable {
        case event(Int)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: String { "/event" }
    }

    private let journal = Journal()

    /// The ways to give a provider a value.
    enum Way: CaseIterable {
        case rule, closureOfRule, sequence, keyPath, caseRule, closure, endpoint, configuredLater

        func provider(of event: Event, _ journal: Journal, _ app: Provider<API>) -> Provider<API> {
            let sample = SampleResponse.json(event)
            return switch self {
            case .rule, .keyPath: app.stubbed(.on(call, .json(event)), journal: journal)
            case .closureOfRule: app.stubbed(.on(call) { _ in .json(event) }, journal: journal)
            case .sequence: app.stubbed(.on(call, .inOrder(.json(event))), journal: journal)
            case .caseRule: app.stubbed(.on(case: .event(1), sample), journal: journal)
            case .closure: app.stubbed(journal: journal) { _ in .json(event) }
            case .endpoint:
                Provider<API>(
                    endpointClosure: { Endpoint($0).responding(sample.inPieces(3)) },
                    stubClosure: Provider.immediatelyStub
                ).configured { $0 = app.configuration }
            case .configuredLater:
                Provider<API>.stub(.on(call, .json(event)), journal: journal).configured { $0 = app.configuration }
            }
        }

        var call: Call<API, Event> { Call(.event(1), at: self == .keyPath ? "data.0" : nil) }
    }

    private let app = Provider<API>().configured {
        $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
        $0.decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
    }

    private static let dates: [JSONDecoder.DateDecodingStrategy] = [
        .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970,
    ]

    @Test(arguments: Way.allCases, dates.indices)
    func valueOfAStubIsReadByTheDecoderOfTheProvider(_ way: Way, _ index: Int) async throws {
        let app = app.configured {
            $0.decoder.dateDecodingStrategy = Self.dates[index]
            $0.decoder.dataDecodingStrategy = index == 0 ? .deferredToData : .base64
        }
        let provider = way.provider(of: Event(), journal, app)

        let (value, response) = try await provider.valueAndResponse(way.call)

        #expect(value == Event())
        #expect(try response.string().contains("start_date"))
        #expect(journal.findings() == [])
    }

    @Test func valuesOfALiteralAreEncodedAndItsKeysStay() async throws {
        let provider = app.configured { $0.decoder.dateDecodingStrategy = .iso8601 }
            .stubbed(journal: journal) { _ in .json(["startDate": Date(timeIntervalSince1970: 0), "b": nil]) }

        let body = try await provider.request(.event(1)).string()

        #expect(body == #"{"b":null,"startDate":"1970-01-01T00:00:00Z"}"#)
    }

    @Test func encoderOfTheStubWins() async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let provider = app.configured { $0.decoder.dateDecodingStrategy = .iso8601 }
            .stubbed(journal: journal) { _ in .json([Date(timeIntervalSince1970: 7)], encoder: encoder) }

        #expect(try await provider.request(.event(1)).string() == "[7]")
    }

    @Test func decoderOfTheCallWinsOverThatOfTheProvider() async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let call = Call<API, [Date]>(.event(1), using: decoder)
        let provider = app.configured { $0.decoder.dateDecodingStrategy = .iso8601 }
            .stubbed(.on(call, .json([Date(timeIntervalSince1970: 7)])), journal: journal)

        #expect(try await provider.value(call) == [Date(timeIntervalSince1970: 7)])
    }

    @Test(arguments: Way.allCases) func formatOfDatesIsThatOfTheStub(way: Way) async throws {
        let app = app.configured { $0.dates = .millisecondsSince1970 }

        let (value, response) = try await way.provider(of: Event(), journal, app).valueAndResponse(way.call)

        #expect(value == Event())
        #expect(try response.string().contains(#""start_date":86400000}"#))
    }

    /// Its decoder has the format as well.
    @Test func formatOfDatesIsThatOfTheDecoderOfACall() async throws {
        let call = Call<API, [Date]>(.event(1), using: app.configured { $0.dates = .day }.configuration.decoder)
        let provider = app.stubbed(.on(call, .json([Date(timeIntervalSince1970: 86_400)])), journal: journal)

        let (value, response) = try await provider.valueAndResponse(call)

        #expect(value == [Date(timeIntervalSince1970: 86_400)])
        #expect(try response.string() == #"["1970-01-02"]"#)
    }

    /// The requests' encoder is the only one that can know what a closure reads.
    @Test func encoderOfTheProviderWritesWhatAClosureReads() async throws {
        let provider = app.configured {
            $0.decoder.dateDecodingStrategy = .custom { decoder in
                Date(timeIntervalSince1970: Double(try String(from: decoder)) ?? 0)
            }
            $0.encoder.dateEncodingStrategy = .custom { date, encoder in
                try "\(date.timeIntervalSince1970)".encode(to: encoder)
            }
        }.stubbed(.on(Way.rule.call, .json(Event())), journal: journal)

        #expect(try await provider.value(Way.rule.call) == Event())
    }

    /// A strategy that replaces the provider's format replaces it for stubs, too.
    @Test func encoderIsNotThatOfAFormatThatWasReplaced() async throws {
        let provider = app.configured {
            $0.dates = .day
            $0.decoder.dateDecodingStrategy = .secondsSince1970
        }.stubbed(.on(Way.rule.call, .json(Event())), journal: journal)

        #expect(try await provider.value(Way.rule.call) == Event())
    }

    @Test func errorNamesTheStrategyThatCannotBeMatchedAndTheWayOut() async throws {
        let provider = app.configured {
            $0.decoder.dateDecodingStrategy = .custom { decoder in
                Date(timeIntervalSince1970: try Double(from: decoder))
            }
        }.stubbed(.on(Way.rule.call, .json(Event())), journal: journal)

        let error = try await #require(throws: TernError.self) { try await provider.value(Way.rule.call) }

        #expect(error.code == .decodingFailed)
        #expect(error.reason.hasSuffix("The stub can't match the decoder's custom dateDecodingStrategy."))
        #expect(
            error.advice
                == "Compare the model with the body of the stub, or give the stub an encoder: .json(…, encoder: …)."
        )
    }

    @Test func valueThatIsNotSendableIsEncodedWithoutStrategies() async throws {
        let provider = Provider<API>.stub(journal: journal) { _ in .json(Model()) }

        #expect(try await provider.request(.event(1), as: Model.self).at == Model().at)
        let other = provider.configured { $0.decoder.dateDecodingStrategy = .secondsSince1970 }
        let error = try await #require(throws: TernError.self) { try await other.request(.event(1), as: Model.self) }
        #expect(error.advice.contains("encoder: …"))
    }

    @Test func samplesOfACheckAreReadByTheDecoderOfTheProvider() async throws {
        let stub = app.stubbed(journal: nil) { _ in .json(Event()) }

        try await stub.lint(.call(Way.rule.call)).get()
    }
}
