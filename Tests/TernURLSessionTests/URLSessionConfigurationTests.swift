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

    @Test func requestsToAHostUseAtMostTheConfiguredConnections() async throws {
        let server = try LoopbackServer { .text($0.path) }
        let transport = try transport { $0.connectionsPerHost = 1 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let response = try await transport.response(to: request(server, "\(number)"))
                    #expect(String(decoding: response.data, as: UTF8.self) == "/\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.acceptedConnections == 1)
    }

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
        let error = await #expect(throws: TernError.self) { try await transport.response(to: request) }
        #expect(error?.reason.contains("1.0 seconds") == true)
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

    @Test func redirectIsTheResponseIfRedirectsAreNotFollowed() async throws {
        let server = try LoopbackServer { _ in .text("elsewhere", status: 302, headers: ["Location": "/b"]) }
        let transport = try transport { _ in }
        let folder = TemporaryFolder()
        var request = request(server)

        let collected = try await transport.response(to: request, redirects: .never)
        request.delivery = .streamed
        let streamed = try await transport.response(to: request, redirects: .never)
        request.delivery = .download(.file(folder.url.appendingPathComponent("body"), resumes: false))
        let filed = try await transport.response(to: request, redirects: .never)

        #expect([collected, streamed, filed].map(\.statusCode) == [302, 302, 302])
        #expect(collected.headers["Location"] == "/b")
        #expect(collected.data == Data("elsewhere".utf8))
        #expect(try await streamed.stream?.collected() == Data("elsewhere".utf8))
        #expect(try folder.contents() == ["body": "elsewhere"])
        #expect(server.requestCount == 3)
    }

    @Test(arguments: [0, 1, 3]) func atMostTheConfiguredNumberOfRedirectsIsFollowed(limit: Int) async throws {
        let server = try LoopbackServer { _ in .status(307, headers: ["Location": "/"]) }
        let transport = try transport { _ in }
        let error = await #expect(throws: TernError.self) {
            try await transport.response(to: request(server), redirects: .follow(limit: limit))
        }
        #expect(error?.code == .tooManyRedirects)
        #expect(server.requestCount == limit + 1)
    }

    @Test func cookiesAreOff() async throws {
        let server = try LoopbackServer { _ in .text("ok", headers: ["Set-Cookie": "a=b"]) }
        let transport = try transport { _ in }
        for _ in 0..<2 { _ = try await transport.response(to: request(server)) }
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil])
    }
}
