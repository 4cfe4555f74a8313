import Foundation
import Tern
import Testing

@testable import TernTesting

/// Fields with credentials and challenges (RFC 9110, section 11).
@Suite(.timeLimit(.minutes(20)))
struct ChallengeSecretsTests {
    @Test(arguments: [
        #"Bearer realm="https://auth.example/token",service="registry",scope="repository:a:pull""#,
        #"Basic realm="a, b", charset="UTF-8""#, #"Basic realm="Login""#, "Negotiate", "Negotiate, NTLM",
        #"Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource", error="invalid_token""#,
        #"Basic realm="say \"hi\", ann", Digest realm="r", qop="auth, auth-int", algorithm=SHA-256"#,
        #"Basic realm = "a" , Bearer"#, #"DPoP algs="ES256 PS256""#, #"Basic realm=""#, "",
    ])
    func challengeStaysAsItIs(value: String) {
        #expect(Self.redacted("WWW-Authenticate", value) == value)
        #expect(Self.redacted("Proxy-Authenticate", value) == value)
    }

    @Test(arguments: [
        (
            #"Digest realm="r", qop="auth", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="a""#,
            #"Digest realm="r", qop="auth", nonce="0000000000000000000000000000000001", opaque="a""#
        ),
        ("Negotiate YIIJvwYGKwYBBQUC==", "Negotiate redacted-1-xxxxxxx"),
        (
            #"Bearer realm="https://a.example/?token=s3cr3t-pa55word""#,
            #"Bearer realm="https://a.example/?token=redacted-1-xxxx""#
        ),
    ])
    func secretOfAChallengeIsReplaced(value: String, redacted: String) {
        #expect(Self.redacted("WWW-Authenticate", value) == redacted)
    }

    /// A client that computes its next response needs the other parameters.
    @Test func informationAfterALoginKeepsItsParameters() {
        #expect(
            Self.redacted("Authentication-Info", #"qop=auth, nc=00000001, nextnonce="dcd98b7102dd2f0e8b11""#)
                == #"qop=auth, nc=00000001, nextnonce="00000000000000000001""#
        )
    }

    @Test(arguments: [
        (
            #"Digest username="ann, b", uri="/a,b", response="s3cr3t-pa55word""#,
            #"Digest username="r1xxxx", uri="/a,b", response="redacted-2-xxxx""#
        ),
        ("Bearer a,b=c", "Bearer r1xxx"), ("Bearer", "r1xxxx"), ("key=s3cr3t-pa55word", "redacted-1-xxxxxxxx"),
        (#"Token token="s3cr3t-pa55word""#, #"Token token="redacted-1-xxxx""#),
        ("Hawk s3cr3t-pa55word==", "Hawk redacted-1-xxxxxx"), (#"Digest username=""#, #"Digest username=""#),
    ])
    func secretsOfCredentialsAreReplaced(value: String, redacted: String) {
        let request = RecordedRequest(url: "https://a.example/b", headers: ["Authorization": value])
        var redaction = CassetteRedaction(.default)
        let exchange = redaction.redacted([CassetteExchange(request: request)])[0]
        #expect(exchange.request.headers["Authorization"] == redacted)
    }

    private static func redacted(_ name: String, _ value: String) -> String? {
        let head = CassetteExchange.Head(status: 401, headers: [name: value])
        var redaction = CassetteRedaction(.default)
        let exchange = CassetteExchange(request: RecordedRequest(url: "https://a.example/b"), head: head)
        return redaction.redacted([exchange])[0].head?.headers[name]
    }
}
