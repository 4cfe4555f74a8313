import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionConfigurationTests {
    private func transport(_ change: (inout TransportConfiguration) -> Void) throws -> URLSessionTransport {
        var configuration = TransportConfiguration()
        change(&configuration)
        return try URLSessionTransport(configuration)
    }

    private func request(_ server: LoopbackServer, _ path: String = "/") -> Request {
        Request(url: server.url.appendingPathComponent(path))
    }

    @Test(arguments: ["connectTimeout", "httpVersions", "Unix", "decodes"])
    func settingsUnsupportedByEverySessionAreRefused(word: String) throws {
        let error = #expect(throws: TernError.self) {
            try transport { configuration in
                switch word {
                case "connectTimeout": configuration.connectTimeout = .seconds(3)
                case "httpVersions": configuration.httpVersions = .http2
                case "Unix": configuration.unixSocketPath = "/run/service.sock"
                default: configuration.decompresses = false
                }
            }
        }
        #expect(error?.code == .unsupportedConfiguration)
        let text = word == "httpVersions" ? "HTTP version" : word
        #expect(error?.reason.contains(text) == true, "\(error?.reason ?? "")")
    }

    @Test func invalidSettingsAreRefused() {
        #expect { try transport { $0.idleTimeout = .zero } } throws: {
            ($0 as? TernError)?.code == .unsupportedConfiguration
        }
    }

    #if os(Linux)
        @Test(arguments: [
            "idleTimeout", "TLS", "proxy", "other proxy", "cookies", "certificate authorities", "pin", "identity",
        ])
        func settingsUnsupportedByFoundationNetworkingAreRefused(word: String) throws {
            let proxy = try #require(URL(string: "http://proxy.example:3128"))
            let error = #expect(throws: TernError.self) {
                try transport { configuration in
                    switch word {
                    case "idleTimeout": configuration.idleTimeout = .milliseconds(1_500)
                    case "TLS": configuration.tls.minimumVersion = .v13
                    case "proxy": configuration.proxy = .none
                    case "other proxy": configuration.proxy = .url(proxy)
                    case "certificate authorities": configuration.tls.trust = .roots(.data(Data("pem".utf8)))
                    case "pin":
                        configuration.tls.pinnedPublicKeys = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
                    case "identity": configuration.tls.identity = .init(pkcs12: Data(), passphrase: "")
                    default: configuration.cookies = .inMemory
                    }
                }
            }
            #expect(error?.code == .unsupportedConfiguration)
            #expect(error?.reason.contains("FoundationNetworking") == true)
            let text = word.split(separator: " ").last.map(String.init) ?? word
            #expect(error?.reason.contains(text) == true, "\(error?.reason ?? "")")
        }
    #endif

    @Test func idleTimeoutEndsASilentExchange() async throws {
        let server = try LoopbackServer { _ in .verbatim(Data()).stalling() }
        let transport = try transport { $0.idleTimeout = .seconds(1) }
        let error = await #expect(throws: TernError.self) { try await transport.response(to: request(server)) }
        #expect(error?.code == .timedOut)
        #expect(error?.reason.contains("1.0 seconds") == true)
    }

    @Test func timeoutOfTheRequestOverridesThatOfTheTransport() async throws {
        let server = try LoopbackServer { _ in .verbatim(Data()).stalling() }
        let transport = try transport { $0.idleTimeout = .seconds(1_000) }
        var request = request(server)
        request.idleTimeout = .seconds(1)
        #expect(await failure { try await transport.response(to: request) }?.reason.contains("1.0 seconds") == true)
    }

    @Test(arguments: [TimeInterval.infinity, .nan, -1, 0, 0.5])
    func sessionWithAnInvalidTimeoutIntervalWorks(seconds: TimeInterval) async throws {
        let server = try LoopbackServer { _ in .text("fine") }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = seconds
        let transport = try URLSessionTransport(configuration: configuration)
        let response = try await transport.response(to: request(server))
        #expect(response.data == Data("fine".utf8))
    }
}
