import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Fields that contain credentials or identify a user, by the names that APIs, gateways and frameworks use.
    private static let credentialFields = [
        "Authorization", "Cookie", "Cookie2", "Proxy-Authorization", "WWW-Authenticate", "X-Authorization", "X-Auth",
        "X-Auth-Token", "X-Access-Token", "X-Id-Token", "X-Refresh-Token", "X-Api-Token", "X-Session-Token",
        "X-Session-Id", "X-Api-Key", "Api-Key", "X-App-Key", "X-App-Id", "X-App-Secret", "X-Client-Id",
        "X-Client-Secret", "X-JWT", "X-JWT-Assertion", "X-Goog-Api-Key", "X-Goog-Iap-Jwt-Assertion",
        "X-Amz-Security-Token", "X-Amz-Content-SHA256", "X-Amzn-Oidc-Data", "DD-API-KEY", "DD-APPLICATION-KEY",
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-MS-Client-Principal", "PRIVATE-TOKEN", "JOB-TOKEN",
        "X-Vault-Token", "X-Consul-Token", "X-Shopify-Access-Token", "X-Auth-User", "X-Auth-Email", "X-User-Id",
        "X-Forwarded-User", "X-Remote-User", "X-CSRF-Token", "X-XSRF-TOKEN", "X-Signature", "X-Hub-Signature-256",
        "Stripe-Signature", "X-HMAC", "X-Nonce", "X-Password", "X-PIN", "X-OTP", "X-Webhook-Secret", "X-Tenant",
        "X-SSL-Client-Cert", "Referer", "Origin", "From", "X-Anything",
    ]

    /// Fields about content negotiation, caching and the body.
    private static let harmlessFields = [
        "Accept": "text/plain", "Accept-Charset": "utf-8", "Accept-Language": "de", "Cache-Control": "no-cache",
        "Content-Language": "en", "Content-Type": "text/csv", "DNT": "1", "If-Match": "\"a\"",
        "If-Modified-Since": "Wed, 21 Oct 2015 07:28:00 GMT", "If-None-Match": "\"b\"", "If-Range": "\"c\"",
        "If-Unmodified-Since": "Wed, 21 Oct 2015 07:28:00 GMT", "Idempotency-Key": "8e03978e", "Pragma": "no-cache",
        "Prefer": "return=minimal", "Priority": "u=1", "Range": "bytes=0-9", "User-Agent": "Tests/1",
    ]

    /// The fields of the second request after a redirect of a POST to another port.
    private static func fields(
        _ fields: [String: String],
        crossing names: Set<String> = [],
        _ trial: Trial,
        _ change: (inout TransportConfiguration) -> Void = { _ in }
    ) async throws -> (first: HTTPHeaders, second: HTTPHeaders) {
        let other = try LoopbackServer { _ in .text("other") }
        let server = try LoopbackServer { _ in
            .status(307, headers: ["Location": "\(other.url)/", "Set-Cookie": "kept=1; Path=/"])
        }
        let request = try server.request("/", .post, fields: fields, body: Data("body".utf8))
        _ = try await trial.transport(change).send(request.with { $0.crossOriginHeaders = names })
        let first = try trial.require(server.requests.first, "There was no request.")
        return (first.headers, try trial.require(other.requests.first, "The redirect wasn't followed.").headers)
    }

    static let redirectCredentialCases: [Case] =
        [
            Case("drops all but harmless fields at a redirect to another origin") { trial in
                let values = credentialFields.map { ($0, "secret-\($0)") }
                let (first, second) = try await fields(Dictionary(uniqueKeysWithValues: values), trial)
                trial.expect("the fields that aren't sent", values.filter { first[$0.0] != $0.1 }.map(\.0), [])
                trial.expect("the credentials sent to the other origin", credentialFields.filter(second.contains), [])
                trial.expect(
                    !"\(Array(second).map(\.value))".contains("secret-"),
                    "A value was sent to the other origin in another field."
                )
            },
            Case("keeps harmless fields at a redirect to another origin") { trial in
                let (_, second) = try await fields(harmlessFields, trial)
                for (name, value) in harmlessFields { trial.expect(name, second[name], value) }
            },
            Case("keeps fields that are marked as safe at a redirect to another origin") { trial in
                let sent = ["X-Tenant": "a", "x-request-id": "b", "X-Api-Key": "c"]
                let (_, second) = try await fields(sent, crossing: ["x-tenant", "X-Request-ID"], trial)
                trial.expect("the marked fields", [second["X-Tenant"], second["X-Request-Id"]], ["a", "b"])
                trial.expect("X-Api-Key", second["X-Api-Key"], nil)
            },
            Case("keeps even a field with credentials that is marked as safe") { trial in
                let (_, second) = try await fields(["Authorization": "Basic YTpi"], crossing: ["authorization"], trial)
                trial.expect("Authorization", second["Authorization"], "Basic YTpi")
            },
            Case("sends stored cookies, but not the request's own, to another port after a redirect", needs: [.cookies])
            {
                trial in
                let (_, second) = try await fields(["Cookie": "own=1"], trial) { $0.cookies = .inMemory }
                trial.expect("the Cookie field", second["Cookie"], "kept=1")
            },
            Case("keeps all fields at a redirect within the origin") { trial in
                let server = try LoopbackServer { request in
                    request.path == "/a" ? .status(307, headers: ["Location": "/b"]) : .status(200)
                }
                let names = credentialFields + harmlessFields.keys
                let sent = Dictionary(uniqueKeysWithValues: names.map { ($0, harmlessFields[$0] ?? "secret") })
                _ = try await trial.send(try server.request("/a", fields: sent))
                let second = try trial.require(server.requests.dropFirst().first, "The redirect wasn't followed.")
                trial.expect("the lost fields", names.filter { second.headers[$0] != sent[$0] }, [])
            },
            Case("drops the user info of a URL at a redirect to another origin") { trial in
                let other = try LoopbackServer { _ in .text("other") }
                let server = try LoopbackServer { _ in .status(307, headers: ["Location": "\(other.url)/"]) }
                let url = URL(string: "http://user:secret@127.0.0.1:\(server.port)/")
                let request = Request(url: try trial.require(url, "No URL."))
                _ = try await trial.send(request)
                let second = try trial.require(other.requests.first, "The redirect wasn't followed.")
                trial.expect("Authorization", second.headers["Authorization"], nil)
            },
            Case("doesn't restore credentials after a redirect to another origin and back") { trial in
                let home = Locked<URL?>(nil)
                let other = try LoopbackServer { _ in
                    .status(307, headers: ["Location": "\(home.withLock { $0 }?.absoluteString ?? "")/b"])
                }
                let server = try LoopbackServer { request in
                    request.path == "/a" ? .status(307, headers: ["Location": "\(other.url)/"]) : .text("home")
                }
                home.withLock { $0 = server.url }
                let request = try server.request("/a", fields: ["Authorization": "Bearer secret"])
                trial.expect("the body", try await trial.send(request).text, "home")
                trial.expect("Authorization", server.requests.last?.headers["Authorization"], nil)
            },
        ]
}
