import Foundation
import Tern
import TestDoubles
import TestRounds
import Testing

@testable import TernHTTP
@testable import TernPlugins

/// The grammar of `WWW-Authenticate` fields (RFC 9110, section 11.6.1).
@Suite(.timeLimit(.minutes(20)))
struct ResponseChallengeTests {
    private static func challenges(_ fields: String...) -> [Response.Challenge] {
        let headers = HTTPHeaders(fields.map { HTTPHeaders.Field(name: "www-authenticate", value: $0) })
        return Response(statusCode: 401, headers: headers, body: .data(Data())).challenges
    }

    /// Scheme, token and parameters of each challenge.
    private static func summary(_ challenges: [Response.Challenge]) -> [String] {
        challenges.map { challenge in
            ([challenge.scheme, challenge.token68].compactMap(\.self)
                + challenge.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }
    }

    @Test(
        arguments: [
            (#"Basic realm="simple""#, ["basic realm=simple"]),
            ("Negotiate", ["negotiate"]), ("Negotiate YWJj+/-._~==", ["negotiate YWJj+/-._~=="]), ("X a=", ["x a="]),
            // The example of the RFC.
            (
                #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
                ["basic realm=simple", #"newauth realm=apps type=1 title=Login to "apps""#]
            ),
            (
                #"Bearer realm="https://auth.example/token",service="registry.example",scope="repository:a/b:pull,push""#,
                ["bearer realm=https://auth.example/token service=registry.example scope=repository:a/b:pull,push"]
            ),
            (
                #"Negotiate, Basic realm=x , , Digest  nonce = "n" , QOP="auth, auth-int""#,
                [
                    "negotiate", "basic realm=x", "digest nonce=n qop=auth, auth-int",
                ]
            ),
            (#"A abc==, B realm="", C"#, ["a abc==", "b realm=", "c"]),
            (#", ,Basic realm="x",,"#, ["basic realm=x"]), ("", []), (",", []),
        ] as [(String, [String])]
    )
    func fieldIsRead(field: String, challenges: [String]) {
        #expect(Self.summary(Self.challenges(field)) == challenges)
    }

    @Test(
        arguments: [
            (#"Basic realm="x"#, []), (#"Basic realm="x"y"#, []), ("Basic realm=", ["basic realm="]),
            ("Basic =x", []), ("Basic=x", []), ("=x", []), (#""Basic""#, []), ("Basic a b", []), ("Basic a=b c", []),
            (#"A x=1, Basic realm="x, B y=2"#, ["a x=1"]), ("A x=1; y=2", []), ("Bäsic", []),
            ("A x=1, y=ü, B", ["a x=1"]),
        ] as [(String, [String])]
    )
    func malformedPartEndsTheField(field: String, challenges: [String]) {
        #expect(Self.summary(Self.challenges(field)) == challenges)
        #expect(Self.summary(Self.challenges(field, "Basic realm=y")) == challenges + ["basic realm=y"])
    }

    @Test func parametersAreFoundByTheirNames() throws {
        let challenge = try #require(Self.challenges(#"BEARER Realm="a", realm="b""#).first)
        #expect(challenge.scheme == "bearer")
        #expect(challenge["REALM"] == "a")
        #expect(challenge["scope"] == nil)
        #expect(challenge.token68 == nil)
    }

    @Test func textsShowNoValues() throws {
        let challenges = Self.challenges(#"Digest nonce="hunter2", Negotiate hunter2=="#)
        for challenge in challenges { #expect(leaks(of: "hunter2", in: textForms(of: challenge)) == []) }
        #expect(challenges.map(\.description) == ["digest (nonce)", "negotiate"])
    }

    @Test func anyTextEnds() {
        var random = SeededRandom(seed: 7)
        let pieces = ["Basic", " ", ",", "=", "\"", "\\", "a", "realm", "\t", ";", "ü", "=="]
        for _ in 0..<(Rounds.areComplete ? 20_000 : 2_000) {
            let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            for challenge in Self.challenges(text) { #expect(!challenge.scheme.isEmpty, "\(text)") }
        }
    }
}
