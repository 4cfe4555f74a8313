import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProviderConfigurationTests {
    private let plain = Provider<OpenTarget>(returning: .json(["first_name": "Ada"]))
    private let list = OpenTarget(task: .query(["a": [1, 2]]))

    @Test func changesAffectOnlyTheNewProvider() async throws {
        let before = plain.configuration

        let configured = plain.configured {
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
            $0.queryEncoder.arrays = .brackets
            $0.maximumBodyBytes = 1_000
        }

        #expect(try await configured.request(OpenTarget(), as: [String: String].self) == ["first_name": "Ada"])
        #expect(try await configured.request(OpenTarget(), as: String.self, at: "firstName") == "Ada")
        #expect(configured.configuration.maximumBodyBytes == 1_000)
        #expect(plain.configuration.maximumBodyBytes == ProviderConfiguration.defaultMaximumBodyBytes)
        #expect(plain.configuration.queryEncoder.arrays == before.queryEncoder.arrays)
        #expect(try await plain.request(OpenTarget(), as: String.self, at: "first_name") == "Ada")
        let error = try await #require(throws: TernError.self) {
            try await plain.request(OpenTarget(), as: String.self, at: "firstName")
        }
        #expect(error.code == .decodingFailed)
    }

    @Test func allSettingsOfADecoderAreKept() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.dataDecodingStrategy = .custom { _ in Data([7]) }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        decoder.allowsJSON5 = true
        decoder.userInfo[key] = 7

        let copy = plain.configured { $0.decoder = decoder }.configured { $0.maximumBodyBytes = 1 }.decoder

        #expect(try copy.decode([Date].self, from: Data("[1,]".utf8)) == [Date(timeIntervalSince1970: 1)])
        #expect(try copy.decode([Data].self, from: Data("['']".utf8)) == [Data([7])])
        #expect(try copy.decode([Double].self, from: Data(#"["inf"]"#.utf8)) == [.infinity])
        #expect(copy.userInfo[key] as? Int == 7)
    }

    /// A model with a date goes out and comes back with one configuration.
    @Test func oneConfigurationEncodesAndDecodesAModel() async throws {
        struct Event: Codable, Equatable, Sendable { var startDate: Date }
        let event = Event(startDate: Date(timeIntervalSince1970: 1_000))
        let transport = RecordingTransport { Response(statusCode: 200, data: $0.body?.data ?? Data()) }
        let provider = Provider<OpenTarget>(transport: transport).configured {
            $0.encoder.dateEncodingStrategy = .iso8601
            $0.encoder.keyEncodingStrategy = .convertToSnakeCase
            $0.decoder.dateDecodingStrategy = .iso8601
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
        }
        let target = OpenTarget(method: .post, task: .json(event))

        #expect(try await provider.request(target, as: Event.self) == event)

        let sent = #"{"start_date":"1970-01-01T00:16:40Z"}"#
        #expect(transport.requests.last.flatMap { $0.body?.data }.map { String(decoding: $0, as: UTF8.self) } == sent)
        let own = OpenTarget(method: .post, task: .json(event, encoder: JSONEncoder()))
        _ = try await provider.request(own)
        #expect(transport.requests.last?.body?.data != Data(sent.utf8))
        _ = try await Provider<OpenTarget>(transport: transport).request(target)
        #expect(transport.requests.last?.body?.data != Data(sent.utf8))
    }

    @Test func encoderOfTheTaskOverridesTheEndpointsWhichOverridesTheProviders() async throws {
        let comma = QueryEncoder(arrays: .commaSeparated)
        let provider = plain.configured { $0.queryEncoder.arrays = .brackets }
        let endpoint = Provider<OpenTarget>(
            endpointClosure: {
                var endpoint = Endpoint($0)
                endpoint.queryEncoder = comma
                return endpoint
            },
            stubClosure: Provider.immediatelyStub
        ).configured { $0.queryEncoder.arrays = .brackets }
        let ofTask = OpenTarget(task: .query(["a": [1, 2]], encoder: QueryEncoder()))

        func query(_ provider: Provider<OpenTarget>, _ target: OpenTarget) async throws -> String? {
            try await provider.request(target).request?.url.query
        }

        #expect(try await query(plain, list) == "a=1&a=2")
        #expect(try await query(provider, list) == "a%5B%5D=1&a%5B%5D=2")
        #expect(try await query(endpoint, list) == "a=1,2")
        #expect(try await query(endpoint, ofTask) == "a=1&a=2")
    }

    @Test func configuredProvidersKeepPluginsTransportClockAndSharing() async throws {
        let log = Watched<[String]>([])
        let transport = RecordingTransport { _ in .text("ok") }
        let queue = DispatchQueue(label: "callbacks")
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RecordingPlugin("A", log)],
            callbackQueue: queue
        ).configured { $0.maximumBodyBytes = 10 }

        _ = try await provider.request(OpenTarget())

        #expect(log.value.count == 3)
        #expect(transport.requests.map(\.delivery) == [.collected(limit: 10)])
        #expect(provider.callbackQueue === queue)
    }
}
