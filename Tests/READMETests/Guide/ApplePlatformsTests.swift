import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

@testable import Quickstart

/// The snippets of the pages about the engine of Apple platforms.
@Suite(.timeLimit(.minutes(20)))
struct ApplePlatformsTests {
    @Test func authorityPinAndIdentityAreChecked() throws {
        let (authority, identity, passphrase) = (Data("no PEM".utf8), Data("no PKCS #12".utf8), "hunter2")
        let error = #expect(throws: TernError.self) {
            var configuration = TransportConfiguration()
            configuration.tls.trust = .roots(.data(authority))
            configuration.tls.pinnedPublicKeys = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
            configuration.tls.identity = .init(pkcs12: identity, passphrase: passphrase)
            let github = Provider<GitHub>(transport: try .platform(configuration))
            _ = github
        }
        #expect(error?.code == .unsupportedConfiguration)
        #expect(error?.reason.contains("bundle of roots") == true, "\(error?.reason ?? "")")
    }

    @Test func connectivityIsAnOptionOfApplesSession() throws {
        try expectOnlyAppleHasThem("waitsForConnectivity") {
            var options = URLSessionTransport.Options()
            options.waitsForConnectivity = true
            options.onWaitingForConnectivity = { request in
                print("Waiting for a network: \(request.url.path)")
            }
            options.allowsConstrainedNetworkAccess = false
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            _ = transport
        }
    }

    @Test func challengesReceiveTheResponseOfTheHandler() async throws {
        let password = "hunter2"
        var options = URLSessionTransport.Options()
        options.onChallenge = { challenge in
            guard challenge.method == .digest, challenge.host == "printer.local", challenge.previousFailures == 0 else {
                return .standard
            }
            return .credentials(user: "guest", password: password)
        }
        let handler = try #require(options.onChallenge)
        try expectOnlyAppleHasThem("onChallenge") { [options] in
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            _ = transport
        }

        var challenge = URLSessionTransport.Challenge(
            method: .digest,
            host: "printer.local",
            request: Request(url: try #require(URL(string: "http://printer.local/jobs")))
        )
        guard case .credentials(user: "guest", password: "hunter2") = await handler(challenge) else {
            Testing.Issue.record("There are no credentials.")
            return
        }
        challenge.previousFailures = 1
        guard case .standard = await handler(challenge) else {
            Testing.Issue.record("Refused credentials are repeated.")
            return
        }
    }

    @Test func stubSessionRespondsToAProvider() async throws {
        let stub = StubSession { request in .json(["path": request.path]) }
        let transport = try URLSessionTransport(configuration: stub.configuration)

        let user = try await Provider<GitHub>(transport: transport).request(.user(login: "octocat"))
        #expect(try user.string().contains("octocat"))
    }

    private func expectOnlyAppleHasThem(_ name: String, _ make: () throws -> Void) throws {
        #if canImport(FoundationNetworking)
            let error = #expect(throws: TernError.self) { try make() }
            #expect(error?.reason.contains(name) == true, "\(error?.reason ?? "")")
        #else
            try make()
        #endif
    }
}
