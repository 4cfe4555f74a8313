import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// `Location` fields in the response to `/one/two?x=1`, and the target of the next request (RFC 3986, section 5.4).
    private static let locations = [
        ("/three", "/three"), ("three", "/one/three"), ("../three?y=2", "/three?y=2"), ("?y=2", "/one/two?y=2"),
        ("./", "/one/"), ("..", "/"), ("three/../four", "/one/four"), ("/three%20four?a=%26", "/three%20four?a=%26"),
        ("/three#fragment", "/three"), ("/three?a=b+c&d", "/three?a=b+c&d"),
        ("/three?a=%20&b[c]=1", "/three?a=%20&b%5Bc%5D=1"), ("/caf%C3%A9 {1}", "/caf%C3%A9%20%7B1%7D"),
    ]

    private static let unfollowable = [
        "", "ftp://127.0.0.1/", "file:///etc/passwd", "mailto:a@b", "http://", "https://[::1", "javascript:alert(1)",
    ]

    private static func looping() throws -> LoopbackServer {
        try LoopbackServer { _ in .status(302, headers: ["Location": "/"]) }
    }

    static let redirectTargetCases =
        locations.map { location, target in
            Case("follows the Location \"\(location)\"") { trial in
                let server = try LoopbackServer { request in
                    request.requestTarget == "/one/two?x=1"
                        ? .status(307, headers: ["Location": location]) : .text(request.requestTarget)
                }
                trial.expect("the target", try await trial.send(try server.request("/one/two?x=1")).text, target)
            }
        }
        + unfollowable.map { location in
            Case("doesn't follow the Location \"\(location)\"") { trial in
                let server = try LoopbackServer { _ in .status(302, headers: ["Location": location]) }
                await trial.expectFailure(.tooManyRedirects) { try await trial.send(try server.request()) }
                trial.expect("the number of requests", server.requestCount, 1)
            }
        } + [
            Case("follows a Location with a host") { trial in
                let other = try LoopbackServer { .text($0.requestTarget) }
                let server = try LoopbackServer { _ in .status(302, headers: ["Location": "\(other.url)/x?y"]) }
                let response = try await trial.send(try server.request())
                try await trial.expect(response, text: "/x?y")
                trial.expect("the URL of the response", response.url?.absoluteString, "\(other.url)/x?y")
                trial.expect("Host", other.requests.first?.headers["Host"], "127.0.0.1:\(other.port)")
            },
            Case("follows a Location without a scheme") { trial in
                let other = try LoopbackServer { .text($0.requestTarget) }
                let server = try LoopbackServer { _ in
                    .status(302, headers: ["Location": "//127.0.0.1:\(other.port)/x"])
                }
                trial.expect("the target", try await trial.send(try server.request()).text, "/x")
            },
            Case("fails when a Location has an invalid host") { trial in
                for host in ["%00", "%2F", "a%20b", "%3A", "%40"] {
                    let (server, transport) = try trial.serve { _ in .status(302, headers: ["Location": "//\(host)/"]) }
                    await trial.expectFailure(.tooManyRedirects) { try await transport.send(try server.request()) }
                }
            },
            Case("follows at most 20 redirects by default") { trial in
                let server = try looping()
                let transport = try trial.transport()
                await trial.expectFailure(.tooManyRedirects) { try await transport.send(try server.request()) }
                trial.expect("the number of requests", server.requestCount, 21)
            },
            Case("follows at most the configured number of redirects") { trial in
                for limit in [0, 3, 30] {
                    let server = try looping()
                    let transport = try trial.transport(redirects: .follow(limit: limit))
                    await trial.expectFailure(.tooManyRedirects) { try await transport.send(try server.request()) }
                    trial.expect("the number of requests with a limit of \(limit)", server.requestCount, limit + 1)
                }
            },
        ]
}
