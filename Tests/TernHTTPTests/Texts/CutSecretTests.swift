import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernHTTP

/// Texts that are cut have no part of a secret, wherever they are cut.
@Suite(.timeLimit(.minutes(20)))
struct CutSecretTests {
    private static let token = "Zq8Kw3Xv7Jb5Yt2Gd9Mf"

    private func request(body: RequestBody? = nil) throws -> Request {
        var request = Request(url: try #require(URL(string: "https://a.example/b")))
        request.headers["Authorization"] = "Bearer \(Self.token)"
        request.body = body
        return request
    }

    /// The description of the error for a response with this body.
    private func description(_ body: String, _ type: String, of request: Request) -> String {
        let response = Response(
            statusCode: 400,
            data: Data(body.utf8),
            headers: ["Content-Type": type],
            request: request
        )
        let error = TernError(.unacceptableStatus, reason: response.excerptText, response: response)
        return error.description + error.debugDescription
    }

    /// Texts with the token around the limit.
    private func texts(around limit: Int) -> [String] {
        (limit - 30...limit + 5).map { String(repeating: "-", count: $0) + " " + Self.token }
    }

    private func hasPartOfToken(_ text: String) -> Bool { text.contains(Self.token.prefix(2)) }

    @Test func errorBodiesHaveNoPartOfASecret() throws {
        let request = try request()
        for text in texts(around: 200) {
            #expect(!hasPartOfToken(description(text, "text/plain", of: request)), "\(text)")
            #expect(!hasPartOfToken(description("<a><Message>\(text)</Message></a>", "text/xml", of: request)))
        }
        for text in texts(around: 400 - #"{"message":"#.count) {
            #expect(!hasPartOfToken(description(#"{"message":"\#(text)"}"#, "application/json", of: request)))
        }
        for text in texts(around: 2_000 - #"{"note":"#.count) {
            #expect(!hasPartOfToken(description(#"{"note":"\#(text)"}"#, "application/json", of: request)))
        }
    }

    /// A text that becomes shorter, so that the limit of the search cuts it.
    @Test func endOfTheSearchedPartHasNoPartOfASecret() throws {
        let request = try request()
        let rest = "https://@b.example/".utf8.count
        for cut in stride(from: 0, through: Self.token.utf8.count, by: 3) {
            let length = 16 * 1_024 - rest - cut
            let user = String(repeating: "u", count: length)
            let text = description("https://\(user)@b.example/\(Self.token)", "text/plain", of: request)
            #expect(text.contains("https://<redacted>") && !hasPartOfToken(text))
        }
    }

    @Test func linesAndElementsHaveNoPartOfASecret() throws {
        let form = RequestBody.data(
            Data("password=Zq8Kw3%0A%20Xv7Jb5".utf8),
            contentType: "application/x-www-form-urlencoded"
        )
        let request = try request(body: form)
        let text = description("Wrong: Zq8Kw3\n Xv7Jb5", "text/plain", of: request)
        let markup = description("<a><Message>Wrong: Zq8Kw3\n Xv7Jb5.</Message></a>", "text/xml", of: request)
        #expect(text.contains("Wrong: <redacted>") && !hasPartOfToken(text))
        #expect(markup.contains("Message: Wrong: <redacted>.") && !hasPartOfToken(markup))
    }

    @Test func fieldsHaveNoPartOfASecret() throws {
        let request = try request()
        for text in texts(around: 400) {
            let redirect = Redirect.invalid("mailto:" + text, of: request)
            let type = TernError(.unacceptableMediaType, reason: "Content-Type \(Redaction.excerpt(ofText: text))")
            for error in [redirect, type] {
                #expect(!hasPartOfToken("\(TernError(error, request: request))"))
                #expect(!hasPartOfToken("\(error.hiding([Self.token]))"))
            }
        }
    }

    private struct ForeignError: Error, CustomStringConvertible {
        let description: String
    }

    @Test func errorsOfOtherLibrariesHaveNoPartOfASecret() throws {
        let request = try request()
        for text in texts(around: 4_000) + texts(around: 4_000).map({ "https://\($0.filter { $0 != " " })@b.example/" })
        {
            let error = TernError(.transportFailed, request: request, underlying: ForeignError(description: text))
            #expect(!hasPartOfToken("\(error)"))
        }
        let user = String(repeating: "u", count: 5_000)
        let foreign = ForeignError(description: "See https://\(user)@b.example/")
        #expect("\(TernError(.transportFailed, underlying: foreign))".contains("See https://<redacted>@b.example/"))
    }

    @Test func userInfoOfALongBaseURLIsHidden() async throws {
        let user = String(repeating: "u", count: 2_100)
        let base = try #require(URL(string: "ftp://\(user)@a.example/"))
        let error = await #expect(throws: TernError.self) {
            try await Provider<OpenTarget>(returning: .status(200)).request(OpenTarget(baseURL: base))
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.reason.contains("ftp://<redacted>@a.example/") == true)
    }

    // MARK: - Texts that stay

    @Test func otherTextsBeforeAnEllipsisStay() throws {
        let request = try request()
        for text in ["Call x(…).", "Loading…", "a…b…", "…", "Z…"] {
            #expect(Redaction.default.scrub(text, request: request) == text)
        }
        #expect(Redaction.nothing.scrub("Zq8…", request: request) == "Zq8…")
    }

    @Test func markThatIsCutIsShownWhole() throws {
        #expect(try Redaction.default.scrub("a <reda…", request: request()) == "a <redacted>…")
    }

    @Test func contentRangeOfAnUnexpectedPartIsShortened() async throws {
        let range = "bytes " + String(repeating: "x", count: 1_000)
        let error = await #expect(throws: TernError.self) {
            try await Provider<OpenTarget>(returning: .status(206, headers: ["Content-Range": range])).request(
                OpenTarget()
            )
        }
        #expect(error?.code == .malformedResponse)
        #expect(error?.reason.contains("x…") == true)
    }
}
