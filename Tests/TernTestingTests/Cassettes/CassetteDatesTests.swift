import Foundation
import Tern
import Testing

@testable import TernTesting

/// The times of tokens in a recording that is older than they are.
@Suite(.timeLimit(.minutes(20)))
struct CassetteDatesTests {
    private let folder = CassetteFolder()

    private static func coded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing(
            "/",
            with: "_"
        )
    }

    private static func token(_ claims: String) -> String {
        "\(coded(#"{"alg":"HS256","typ":"JWT"}"#)).\(coded(claims)).SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV"
    }

    private static func claims(of token: String) throws -> [String: Int] {
        let part = String(try #require(token.split(separator: ".").dropFirst().first))
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        let data = try #require(Data(base64Encoded: padded))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return json.compactMapValues { $0 as? Int }
    }

    /// A login whose token was valid for an hour, ten days ago.
    @Test(arguments: [Cassette.Dates.recorded, .shifted]) func tokenIsValidAsLongAsInTheRecording(dates: Cassette.Dates)
        async throws
    {
        struct Session: Decodable { let token: String }
        let recorded = Date(timeIntervalSince1970: 1_700_000_000)
        let times = #""exp":1700003600,"iat":1700000000,"nbf":1699999990"#
        let token = Self.token("{\"sub\":\"ann\",\(times)}")
        let server = try LoopbackServer(journal: nil) { _ in
            .json(["token": token], headers: ["X-Auth-Token": token, "Set-Cookie": "sid=\(token); Path=/"])
        }
        _ = try await folder.record(server.url) { try await $0.request(.counter) }
        let text = try String(contentsOf: folder.url, encoding: .utf8)
        let start = try #require(text.firstRange(of: #""startedDateTime" : ""#)?.upperBound)
        let end = try #require(text[start...].firstIndex(of: "\""))
        try text.replacingCharacters(in: start..<end, with: recorded.recordingText)
            .write(to: folder.url, atomically: true, encoding: .utf8)

        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, dates: dates, at: SourcePosition())
        let response = try await Provider<RecordedAPI>().at(server.url).played(by: cassette).request(.counter)

        let now = Int(cassette.start.timeIntervalSince1970.rounded())
        let tokens = try [
            JSONDecoder().decode(Session.self, from: response.data).token,
            #require(response.headers["X-Auth-Token"]),
            String(#require(response.headers["Set-Cookie"]).dropFirst(4).prefix { $0 != ";" }),
        ]
        #expect(Set(tokens).count == 1)
        let claims = try Self.claims(of: tokens[0])
        let origin = dates == .shifted ? now : 1_700_000_000
        #expect(abs((claims["exp"] ?? 0) - origin - 3600) <= 1)
        #expect(abs((claims["iat"] ?? 0) - origin) <= 1)
        #expect(abs((claims["nbf"] ?? 0) - origin + 10) <= 1)
        #expect(response.data.count == (try HARFile(contentsOf: folder.url).responseBody(0).count))
    }

    /// A signature is valid for its own times only.
    @Test(arguments: [
        "eyJhbGciOiJub25lIn0.", "eyJhbGciOiJub25lIn0..redacted-1", "eyJhbGciOiJub25lIn0.e30.redacted-1",
        "eyJhbGciOiJub25lIn0.!.redacted-1", token(#"{"exp":1700000000,"sub":"redacted-1"}"#),
        "eyJhbGciOiJub25lIn0.\(coded(#"{"exp":1700000000,"sub":"a"}"#)).",
    ])
    func otherTokensStay(token: String) {
        #expect(Placeholder.shifted("a \(token) b", by: 60) == "a \(token) b")
    }

    @Test func timesAtTheEndOfTimeStayNumbers() {
        let token = "eyJhbGciOiJub25lIn0.\(Self.coded(#"{"exp":9223372036854775807,"sub":"a"}"#)).redacted-1"
        let shifted = Placeholder.shifted("\(token) \(token)", by: .max)
        #expect(shifted.hasSuffix(".redacted-1"))
    }
}
