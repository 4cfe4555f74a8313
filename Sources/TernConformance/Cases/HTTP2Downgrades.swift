import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Requests that the server wants on HTTP/1.1 (RFC 9113, section 7: HTTP_1_1_REQUIRED).
    static let http2DowngradeCases: [Case] =
        HTTP2TLS.isAvailable ? downgradeCases.map { $0.needing(.http2, .tls) } : []

    private static let downgradeCases =
        [HTTPMethod.get, .post].flatMap { method in
            [(false, false), (false, true), (true, false)].map { isReused, isStreamed in
                let connection = isReused ? "a reused" : "a new"
                let delivery = isStreamed ? ", for a stream" : ""
                return Case(
                    "sends a \(method) with HTTP/1.1 after HTTP_1_1_REQUIRED on \(connection) connection\(delivery)"
                ) {
                    trial in
                    let (server, transport) = try trial.serveHTTP2(
                        http1Handler: { [response("\($0.method) \($0.body.count)")] },
                        handler: { $0.path == "/first" ? .respond("first") : [.reset(.http11Required)] }
                    )
                    if isReused { _ = try await transport.send(try server.request("/first")) }
                    let body: Data? = method == .post ? .pattern(1_000) : nil
                    let text = "\(method) \(body?.count ?? 0)"
                    for path in ["/one", "/two"] {
                        var request = try server.request(path, method, body: body)
                        if isStreamed { request.delivery = .streamed }
                        let response = try await transport.send(request)
                        trial.expect("the body", try await response.wholeBody(), Data(text.utf8))
                    }
                    trial.expect("the sendings of the first request", server.record.sendings(of: "/one"), 2)
                    trial.expect("the sendings of the second request", server.record.sendings(of: "/two"), 1)
                }
            }
        } + [
            Case("fails after HTTP_1_1_REQUIRED if only HTTP/2 is allowed") { trial in
                let (server, transport) = try trial.serveHTTP2(with: { $0.httpVersions = .http2 }) { _ in
                    [.reset(.http11Required)]
                }
                await trial.expectFailure(.transportFailed) {
                    try await transport.send(try server.request("/", .post, body: .pattern(10)))
                }
                trial.expect("the number of requests", server.record.requests.count, 1)
            }
        ]
}
