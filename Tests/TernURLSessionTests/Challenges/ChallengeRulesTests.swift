import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct ChallengeRulesTests {
    fileprivate typealias Method = URLSessionTransport.Challenge.Method
    private typealias Response = URLSessionTransport.ChallengeResponse

    private func challenge(_ method: Method, isProxy: Bool = false, failures: Int = 0) throws
        -> URLSessionTransport.Challenge
    {
        URLSessionTransport.Challenge(
            method: method,
            host: "api.example",
            isProxy: isProxy,
            previousFailures: failures,
            request: Request(url: try #require(URL(string: "https://api.example/")))
        )
    }

    private func rules(proxy: String? = nil, _ change: (inout TransportConfiguration.TLS) -> Void = { _ in }) throws
        -> ChallengeRules
    {
        var configuration = TransportConfiguration()
        if let proxy { configuration.proxy = .url(try #require(URL(string: proxy))) }
        change(&configuration.tls)
        return ChallengeRules(configuration)
    }

    /// The name of the case, and the code of an error.
    private func name(_ action: ChallengeRules.Action) -> String {
        switch action {
        case .systemDefault: "default"
        case .evaluateTrust: "evaluate"
        case .trustServer: "trust"
        case .identity: "identity"
        case .configuredIdentity: "configured identity"
        case .credentials(let credentials): "\(credentials.user):\(credentials.password)"
        case .proxyCredentials(let credentials): "proxy \(credentials.user):\(credentials.password)"
        case .fail(let error): "\(error.code)"
        }
    }

    @Test func withoutSettingsTheSystemDecides() throws {
        let methods: [Method] = [.serverTrust, .clientCertificate, .basic, .digest, .ntlm, .negotiate, .other("x")]
        for method in methods {
            for rules in [ChallengeRules(), try rules()] {
                #expect(name(rules.action(for: try challenge(method))) == "default")
            }
        }
    }

    @Test func trustOrPinsAreEvaluated() throws {
        let pin = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        let challenge = try challenge(.serverTrust)
        #expect(name(try rules { $0.pinnedPublicKeys = [pin] }.action(for: challenge)) == "evaluate")
        #expect(name(try rules { $0.trust = .roots(.data(Data())) }.action(for: challenge)) == "evaluate")
        #expect(name(try rules { $0.minimumVersion = .v13 }.action(for: challenge)) == "default")
    }

    @Test func configuredIdentityIsSent() throws {
        let rules = try rules { $0.identity = .init(pkcs12: Data(), passphrase: "") }
        #expect(name(rules.action(for: try challenge(.clientCertificate))) == "configured identity")
        #expect(name(rules.action(for: try challenge(.serverTrust))) == "default")
    }

    @Test(arguments: [Method.basic, .digest, .ntlm])
    fileprivate func credentialsOfTheProxysURLAreSentOnceToTheProxyOnly(method: Method) throws {
        let rules = try rules(proxy: "http://us%40er:p%2Fw@proxy.example:3128")
        #expect(name(rules.action(for: try challenge(method, isProxy: true))) == "proxy us@er:p/w")
        #expect(name(rules.action(for: try challenge(method, isProxy: true, failures: 1))) == "proxyFailed")
        #expect(name(rules.action(for: try challenge(method))) == "default")
        let other = try self.rules(proxy: "http://proxy.example:3128")
        #expect(name(other.action(for: try challenge(method, isProxy: true))) == "default")
    }

    @Test func responsesOfTheHandlerFitTheirMethods() throws {
        let identity = TransportConfiguration.ClientIdentity(pkcs12: Data(), passphrase: "")
        let responses: [Response] = [
            .standard, .credentials(user: "a", password: "b"), .identity(identity), .trustServer, .refuse(reason: "no"),
        ]
        let expected: [(Method, isProxy: Bool, [String])] = [
            (.serverTrust, false, ["default", "tlsFailed", "tlsFailed", "trust", "tlsFailed"]),
            (.clientCertificate, false, ["default", "tlsFailed", "identity", "tlsFailed", "tlsFailed"]),
            (.digest, false, ["default", "a:b", "missingCredentials", "missingCredentials", "missingCredentials"]),
            (.ntlm, true, ["default", "a:b", "proxyFailed", "proxyFailed", "proxyFailed"]),
        ]
        for (method, isProxy, names) in expected {
            let challenge = try challenge(method, isProxy: isProxy)
            #expect(responses.map { name(ChallengeRules().action(for: challenge, $0)) } == names, "\(method)")
        }
    }

    @Test func nothingIsTrustedWithoutTheHandler() throws {
        let expected: [(Method, isProxy: Bool, String)] = [
            (.serverTrust, false, "tlsFailed"), (.clientCertificate, false, "tlsFailed"), (.basic, false, "default"),
            (.digest, true, "proxy us:pw"),
        ]
        let rules = try rules(proxy: "http://us:pw@proxy.example:3128")
        for (method, isProxy, action) in expected {
            let challenge = try challenge(method, isProxy: isProxy)
            #expect(name(rules.actionWithoutHandler(for: challenge)) == action, "\(method)")
        }
    }

    @Test func textsOfResponsesOmitPasswords() throws {
        let response = Response.credentials(user: "octocat", password: "hunter2")
        var dumped = ""
        dump(response, to: &dumped)
        for text in ["\(response)", String(reflecting: response), dumped] { #expect(!text.contains("hunter2")) }
        guard case .fail(let error) = ChallengeRules().action(for: try challenge(.serverTrust), response) else {
            Issue.record("It isn't refused.")
            return
        }
        #expect(error.reason.contains("serverTrust") && error.reason.contains("credentials"), "\(error.reason)")
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test(arguments: [
        (NSURLAuthenticationMethodHTTPBasic, Method.basic), (NSURLAuthenticationMethodDefault, .basic),
        (NSURLAuthenticationMethodHTTPDigest, .digest), (NSURLAuthenticationMethodNTLM, .ntlm),
        (NSURLAuthenticationMethodNegotiate, .negotiate), ("NSURLAuthenticationMethodServerTrust", .serverTrust),
        ("NSURLAuthenticationMethodClientCertificate", .clientCertificate),
        (NSURLAuthenticationMethodHTMLForm, .other(NSURLAuthenticationMethodHTMLForm)),
    ])
    fileprivate func methodsAreNamedAsInFoundation(name: String, method: Method) {
        #expect(Method(name: name) == method)
    }
}
