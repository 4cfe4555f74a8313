import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ValidationTests {
    private func response(_ status: Int, _ contentType: String? = nil, body: String = "{}") -> Response {
        let headers = contentType.map { HTTPHeaders([.init(name: "content-type", value: $0)]) } ?? [:]
        return Response(statusCode: status, data: Data(body.utf8), headers: headers)
    }

    @Test(
        arguments: [
            (.none, 100), (.none, 599), (.successCodes, 200), (.successCodes, 299),
            (.successAndRedirectCodes, 200), (.successAndRedirectCodes, 399), (.codes(404..<405), 404),
            (.codes(200...204), 200), (.codes(200...204), 204), (.codes(404...404), 404), (.codes(0...Int.max), 599),
            (.codes([200, 418]), 200), (.codes([200, 418]), 418),
        ] as [(Validation, Int)]
    )
    func acceptableStatusesPass(validation: Validation, status: Int) throws {
        let accepted = try response(status).validated(by: validation)

        #expect(accepted.statusCode == status)
    }

    @Test(
        arguments: [
            (.successCodes, 199), (.successCodes, 300), (.successAndRedirectCodes, 400), (.codes(404..<405), 405),
            (.codes(200...204), 199), (.codes(200...204), 205), (.codes(Int.max...Int.max), 200),
            (.codes([200, 418]), 201), (.codes([]), 200), (.codes(200..<200), 200),
        ] as [(Validation, Int)]
    )
    func otherStatusesAreErrorsWithTheResponse(validation: Validation, status: Int) throws {
        let error = try #require(throws: TernError.self) {
            try response(status, body: "teapot").validated(by: validation)
        }

        #expect(error.code == .unacceptableStatus)
        #expect(error.response?.statusCode == status)
        #expect(error.response?.data == Data("teapot".utf8))
        #expect(error.description.contains("Status \(status)"))
        #expect(error.description.contains("Body: 6 bytes"))
        #expect(!error.description.contains("teapot"))
    }

    @Test func closedRangeEqualsTheHalfOpenRangeOfTheSameCodes() {
        #expect(Validation.codes(200...299) == .successCodes)
        #expect(Validation.codes(200...299) != .codes(200..<299))
    }

    @Test(
        arguments: [
            ("application/json", "application/json"),
            ("application/json; charset=utf-8", "application/json"),
            ("Application/JSON ;charset=utf-8", "application/json"),
            ("application/json", "APPLICATION/JSON; charset=utf-8"),
            ("application/problem+json", "application/json"),
            ("application/vnd.github.v3+json; a=b", "application/json"),
            ("image/png", "image/*"), ("image/svg+xml", "image/*"), ("text/anything", "*/*"),
        ]
    )
    func mediaTypesMatchByTypeSuffixAndWildcard(contentType: String, wanted: String) throws {
        let validation = Validation.successCodes.requiring(mediaTypes: ["x/y", wanted])

        _ = try response(200, contentType).validated(by: validation)
    }

    @Test(
        arguments: [
            ("text/html", "application/json"), ("application/jsonp", "application/json"),
            ("application/xjson", "application/json"), ("text/x+json", "application/json"),
            ("application/json", "application/problem+json"), ("imagex/png", "image/*"),
            ("application", "application/*x"), ("", "application/json"),
            ("text/html; type=application/json", "application/json"),
            ("application/json, text/html", "application/json"),
        ]
    )
    func otherMediaTypesAreErrorsWithTheResponse(contentType: String, wanted: String) throws {
        let validation = Validation.successCodes.requiring(mediaTypes: [wanted])

        let error = try #require(throws: TernError.self) {
            try response(200, contentType).validated(by: validation)
        }

        #expect(error.code == .unacceptableMediaType)
        #expect(error.response?.data == Data("{}".utf8))
        #expect(error.description.contains(wanted))
    }

    @Test func bodyWithoutContentTypeIsUnacceptable() throws {
        let validation = Validation.successCodes.requiring(mediaTypes: ["*/*"])

        let error = try #require(throws: TernError.self) { try response(200).validated(by: validation) }

        #expect(error.code == .unacceptableMediaType)
        #expect(error.description.contains("(none)"))
    }

    @Test func emptyBodiesNeedNoMediaType() throws {
        let validation = Validation.successCodes.requiring(mediaTypes: ["application/json"])

        _ = try response(204, body: "").validated(by: validation)
        _ = try response(200, "text/html", body: "").validated(by: validation)
    }

    @Test func emptyListOfMediaTypesAcceptsNoBody() throws {
        let validation = Validation.none.requiring(mediaTypes: [])

        let error = try #require(throws: TernError.self) { try response(200, "a/b").validated(by: validation) }

        #expect(error.code == .unacceptableMediaType)
    }

    @Test func statusIsValidatedBeforeMediaType() throws {
        let validation = Validation.successCodes.requiring(mediaTypes: ["application/json"])

        let error = try #require(throws: TernError.self) { try response(500, "text/html").validated(by: validation) }

        #expect(error.code == .unacceptableStatus)
    }

    @Test func validationOfTheTargetAppliesToItsResponses() async throws {
        let provider = Provider<OpenTarget>(returning: .status(404))

        let accepted = try await provider.request(OpenTarget(validation: .codes([404])))
        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(accepted.statusCode == 404)
        #expect(error.code == .unacceptableStatus)
        #expect(error.target is OpenTarget)
        #expect(error.request?.url.absoluteString == "https://api.example.com/things")
        #expect(error.attempts == 1)
    }

    @Test func aLongContentTypeIsCutInErrorTexts() throws {
        let type = "text/" + String(repeating: "x", count: 10_000)
        let response = Response(statusCode: 200, data: Data([0xFF]), headers: ["Content-Type": type])
        let validation = Validation.successCodes.requiring(mediaTypes: ["application/json"])

        let unacceptable = try #require(throws: TernError.self) { try response.validated(by: validation) }
        let undecodable = try #require(throws: TernError.self) { try response.string() }

        for error in [unacceptable, undecodable] {
            #expect(error.reason.contains("text/xxx"))
            #expect(error.reason.count < 1_000)
        }
    }

    @Test func anyNumberMayBeACustomCode() throws {
        let response = Response(statusCode: 418, data: Data())
        #expect(try response.validated(by: .codes([Int.max, Int.min, 418])).statusCode == 418)
        #expect(throws: TernError.self) { try response.validated(by: .codes([Int.max])) }
    }
}
