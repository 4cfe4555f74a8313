import Foundation
import Tern
import TestDoubles
import Testing

/// The changes of a PATCH request.
@Suite(.timeLimit(.minutes(20)))
struct ChangeTests {
    struct Profile: Codable, Hashable, Sendable {
        var displayName: Change<String> = .unchanged
        var bornAt: Change<Date> = .unchanged
        var links: Change<[String]> = .unchanged
    }

    private struct Nested: Encodable, Sendable {
        var profile: Change<Profile> = .unchanged
        var list: [Profile] = []
    }

    private func body(_ task: HTTPTask) async throws -> String? {
        let transport = RecordingTransport { _ in Response(statusCode: 204) }
        let provider = Provider<OpenTarget>(transport: transport).configured {
            $0.dates = .day
            $0.encoder.keyEncodingStrategy = .convertToSnakeCase
        }
        _ = try await provider.request(OpenTarget(method: .patch, task: task))
        return transport.requests.last?.body?.data.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            (Profile(), "{}"),
            (Profile(displayName: .null), #"{"display_name":null}"#),
            (Profile(displayName: .value("Ada"), links: .null), #"{"display_name":"Ada","links":null}"#),
            (
                Profile(bornAt: .value(Date(timeIntervalSince1970: 0)), links: .value([])),
                #"{"born_at":"1970-01-01","links":[]}"#
            ),
        ]
    )
    func propertyIsOmittedOrNullOrAValue(profile: Profile, json: String) async throws {
        #expect(try await body(.json(profile)) == json)
        #expect(try await body(.json(Nested(profile: .value(profile)))) == #"{"list":[],"profile":\#(json)}"#)
        #expect(try await body(.json(Nested(list: [profile]))) == #"{"list":[\#(json)]}"#)
    }

    @Test func memberOfALiteralIsOmittedToo() async throws {
        let (name, link): (Change<String>, Change<String>) = (.unchanged, .null)
        let age = Change.value(7)

        #expect(try await body(.json(["name": name, "link": link, "age": age])) == #"{"age":7,"link":null}"#)
        #expect(try await body(.json(["name": name])) == "{}")
    }

    @Test func queryAndFormOmitNullAsTheirEncoderSays() async throws {
        let profile = Profile(displayName: .null, links: .value(["a"]))
        let name = Change<String>.unchanged
        let empty = QueryEncoder(nils: .empty)

        #expect(try await body(.form(profile)) == "links=a")
        #expect(try await body(.form(profile, encoder: empty)) == "displayName=&links=a")
        #expect(try empty.encode(["name": name, "link": Change<Int>.null, "age": Change.value(7)]) == "link=&age=7")
        #expect(try QueryEncoder().encode(["in": ["name": name, "age": .value("7")]]) == "in%5Bage%5D=7")
    }

    @Test(
        arguments: [
            ("{}", Profile()), (#"{"displayName":null}"#, Profile(displayName: .null)),
            (#"{"displayName":"Ada","links":[]}"#, Profile(displayName: .value("Ada"), links: .value([]))),
        ]
    )
    func decodingTellsAbsentFromNull(json: String, profile: Profile) async throws {
        let provider = Provider<OpenTarget>(returning: .json(text: json))
        #expect(try await provider.request(OpenTarget(), as: Profile.self) == profile)
        let stub = Provider<OpenTarget>(returning: .json(profile))
        #expect(try await stub.request(OpenTarget(), as: Profile.self) == profile)
    }

    @Test func valueOfAnotherTypeIsAnErrorWithItsPath() async throws {
        let provider = Provider<OpenTarget>(returning: .json(text: #"{"displayName":7}"#))
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: Profile.self)
        }
        #expect(error.reason.contains(#"at "displayName": expected String, found number"#), "\(error.reason)")
    }

    private struct Optionals: Encodable, Sendable { var name: Change<String>? = .unchanged }

    @Test func unchangedValueThatCannotBeOmittedIsAnError() async throws {
        for task: HTTPTask in [
            .json([Change<Int>.unchanged]), .json(["a": Change<Int>.unchanged] as [String: Change<Int>]),
            .json([1, Change<Int>.unchanged] as JSONLiteral), .json(Optionals()), .json(Change<Int>.unchanged),
        ] {
            let error = try await #require(throws: TernError.self) { try await body(task) }
            #expect(error.code == .encodingFailed)
            #expect(error.reason.contains("only as a property whose type is Change"), "\(error.reason)")
        }
    }
}
