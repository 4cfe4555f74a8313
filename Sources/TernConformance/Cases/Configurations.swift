import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Invalid settings, with which a transport must not be created.
    private static let invalidSettings: [(String, @Sendable (inout TransportConfiguration) -> Void)] = [
        ("a connectTimeout of zero", { $0.connectTimeout = .zero }),
        ("a negative idleTimeout", { $0.idleTimeout = .seconds(-1) }),
        ("a limit of zero connections per host", { $0.connectionsPerHost = 0 }),
        ("a pin that isn't a digest", { $0.tls.pinnedPublicKeys = ["pin"] }),
        ("a file URL as the proxy", { $0.proxy = .url(URL(filePath: "/proxy")) }),
        ("an empty socket path", { $0.unixSocketPath = "" }),
    ]

    private static func get(_ text: String, by transport: any Transport) async throws -> Response {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return try await transport.send(Request(url: url))
    }

    /// Sends two requests through a proxy that requires credentials: with a collected and with a streamed response.
    private static func expectRefusal(
        _ trial: Trial,
        of text: String,
        _ check: (TernError?) -> Void
    ) async throws {
        let proxy = try LoopbackServer { _ in
            .text("who?", status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""])
        }
        let transport = try trial.transport { $0.proxy = .url(proxy.url) }
        check(await trial.expectFailure(.proxyFailed) { try await get(text, by: transport) } as? TernError)
        let url = try trial.require(URL(string: text), "No URL.")
        await trial.expectFailure(.proxyFailed) {
            var request = Request(url: url)
            request.delivery = .streamed
            return try await transport.send(request)
        }
    }

    static let configurationCases =
        invalidSettings.map { name, change in
            Case("refuses a configuration with \(name)") { trial in
                await trial.expectFailure(.unsupportedConfiguration, of: "making the transport") {
                    "\(type(of: try trial.transport(change)))"
                }
            }
        } + [
            Case("sends absolute targets to the proxy", needs: [.proxy]) { trial in
                let proxy = try LoopbackServer { _ in .text("by the proxy") }
                let transport = try trial.transport { $0.proxy = .url(proxy.url) }
                try await trial.expect(get("http://api.example:8080/a?b=c", by: transport), text: "by the proxy")
                trial.expect("the target", proxy.requests.first?.requestTarget, "http://api.example:8080/a?b=c")
                trial.expect("Host", proxy.requests.first?.headers["Host"], "api.example:8080")
            },
            Case("sends credentials to the proxy", needs: [.proxy]) { trial in
                let proxy = try LoopbackServer { _ in .status(200) }
                let url = try trial.require(URL(string: "http://user:pass@127.0.0.1:\(proxy.port)"), "No URL.")
                _ = try await get("http://api.example/", by: try trial.transport { $0.proxy = .url(url) })
                trial.expect(
                    "Proxy-Authorization",
                    proxy.requests.first?.headers["Proxy-Authorization"],
                    "Basic dXNlcjpwYXNz"
                )
            },
            Case("connects to excepted hosts without the proxy", needs: [.proxy]) { trial in
                let (proxy, server) = (
                    try LoopbackServer { _ in .text("proxy") }, try LoopbackServer { _ in .text("own") }
                )
                let transport = try trial.transport { $0.proxy = .url(proxy.url, except: ["127.0.0.1"]) }
                trial.expect("the body", try await transport.send(try server.request()).text, "own")
                trial.expect("the proxied body", try await get("http://api.example/", by: transport).text, "proxy")
            },
            Case("fails with proxyFailed when no proxy listens", needs: [.proxy]) { trial in
                let port = try ClosedLoopbackPort()
                let url = try trial.require(URL(string: "http://127.0.0.1:\(port.port)"), "No URL.")
                let transport = try trial.transport { $0.proxy = .url(url) }
                await trial.expectFailure(.proxyFailed) { try await get("http://api.example/", by: transport) }
                withExtendedLifetime(port) {}
            },
            Case("fails with proxyFailed when the proxy refuses CONNECT", needs: [.proxy, .tls]) { trial in
                let proxy = try LoopbackServer { _ in .status(403) }
                let transport = try trial.transport { $0.proxy = .url(proxy.url) }
                await trial.expectFailure(.proxyFailed) { try await get("https://api.example/", by: transport) }
                trial.expect("the method", proxy.requests.first?.method, .connect)
            },
            Case("fails with proxyFailed when the proxy requires credentials for http", needs: [.proxy]) { trial in
                try await expectRefusal(trial, of: "http://api.example/") { error in
                    trial.expect("the status", error?.response?.statusCode, 407)
                    trial.expect("the challenge", error?.response?.headers["Proxy-Authenticate"], "Basic realm=\"x\"")
                    trial.expect("the body", error?.response?.data, Data("who?".utf8))
                }
            },
            Case("fails with proxyFailed when the proxy requires credentials for https", needs: [.proxy, .tls]) {
                trial in
                try await expectRefusal(trial, of: "https://api.example/") { error in
                    trial.expect(error?.reason.contains("407") == true, "The status is missing: \(error?.reason ?? "")")
                }
            },
            Case("returns a 407 response of a server that needs no proxy", needs: [.proxy]) { trial in
                let (proxy, server) = (
                    try LoopbackServer { _ in .status(200) }, try LoopbackServer { _ in .status(407) }
                )
                let transport = try trial.transport { $0.proxy = .url(proxy.url, except: ["127.0.0.1"]) }
                trial.expect("the status", try await transport.send(try server.request()).statusCode, 407)
            },
            Case("fails with connectionRefused when the Unix domain socket doesn't exist", needs: [.unixSockets]) {
                trial in
                let path = try TemporaryFolder().url.appending(path: "none").path
                let transport = try trial.transport { $0.unixSocketPath = path }
                let error = await trial.expectFailure(.connectionRefused) {
                    try await get("http://docker/", by: transport)
                }
                let reason = (error as? TernError)?.reason ?? ""
                trial.expect(reason.contains(path), "The path is missing: \(reason)")
            },
            Case("connects to a Unix domain socket", needs: [.unixSockets]) { trial in
                let folder = try TemporaryFolder()
                let path = folder.url.appending(path: "s").path
                let server = try LoopbackServer(unixSocketPath: path) { .text($0.requestTarget) }
                let transport = try trial.transport { $0.unixSocketPath = path }
                trial.expect("the body", try await get("http://docker/a?b", by: transport).text, "/a?b")
                trial.expect("Host", server.requests.first?.headers["Host"], "docker")
            },
            Case(
                "reads several streams slowly over one Unix domain socket at a time",
                needs: [.unixSockets, .streamedResponses]
            ) { trial in
                let folder = try TemporaryFolder()
                let path = folder.url.appending(path: "s").path
                let server = try LoopbackServer(unixSocketPath: path) { _ in .data(.pattern(2_000_000)) }
                let transport = try trial.transport {
                    $0.unixSocketPath = path
                    $0.connectionsPerHost = 1
                }
                let url = try trial.require(URL(string: "http://docker/"), "No URL.")
                try await trial.concurrently(6) { _ in
                    let response = try await transport.send(Request(url: url).streamed())
                    // The transfer pauses meanwhile.
                    try await Task.sleep(for: .milliseconds(50))
                    trial.expect("the size of a body", try await trial.collect(response).count, 2_000_000)
                }
                server.stop()
            },
            Case("uses HTTP/1.1 when the configuration requires it") { trial in
                let (server, transport) = try trial.serve(with: { $0.httpVersions = .http1 }) { _ in .text("fine") }
                trial.expect("the body", try await transport.send(try server.request()).text, "fine")
                trial.expect("Upgrade", server.requests.first?.headers["Upgrade"], nil)
            },
        ]
}
