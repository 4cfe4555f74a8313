import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Requests on HTTP/2 that receive no response. Some of them are sent again.
    static let http2LossCases: [Case] =
        HTTP2TLS.isAvailable
        ? (lossCases + refusalCases + laterLossCases + begunCases).map { $0.needing(.http2, .tls) } : []

    /// libcurl keeps a note of a refused stream beyond the end of the transfer.
    private static let laterLossCases = [("closed", HTTP2Step.close), ("reset", .abort)].map { ending, step in
        Case("sends a POST once on a new HTTP/2 connection that is \(ending), although an earlier stream was refused") {
            trial in
            let (server, transport) = try trial.serveHTTP2 { request in
                switch request.path {
                case "/refused": [.reset(.refusedStream)]
                case "/pay": [step]
                default: .respond("ok")
                }
            }
            _ = try await transport.send(try server.request("/first"))
            // The reset arrives on a reused connection, where libcurl doesn't report the refusal.
            _ = try? await transport.send(try server.request("/refused", .post))
            // The server may close them later than the transport, and must not close the next connection.
            for connection in Set(server.record.requests.map(\.connection)) {
                server.perform([.close], onConnection: connection)
            }
            try await server.wait { $0.openConnections == 0 }
            let request = try server.request("/pay", .post, body: .pattern(1_000))
            await trial.expectFailure(.connectionLost) { try await transport.send(request) }
            trial.expect("the number of requests", server.record.sendings(of: "/pay"), 1)
        }
    }

    /// Once a response has begun, the server has processed the request, whatever it says afterwards.
    private static let begunCases: [Case] = [
        ("GOAWAY below its stream", [HTTP2Step.goAway(lastStream: 0)]),
        ("GOAWAY, and a close", [.goAway(lastStream: 0), .close]),
        ("REFUSED_STREAM", [.reset(.refusedStream)]), ("NO_ERROR", [.reset(.noError)]),
        ("HTTP_1_1_REQUIRED", [.reset(.http11Required)]), ("CANCEL", [.reset(.cancel)]),
    ].flatMap { end, steps in
        [("", false), (" in the same record", true)].flatMap { place, isTogether in
            [false, true].map { isReused in
                Case(
                    "sends a POST once on a \(isReused ? "reused" : "new") HTTP/2 connection whose response ends with "
                        + end + place
                ) { trial in
                    let response = [HTTP2Step.head(200), .data(Data("part".utf8))] + steps
                    let (server, transport) = try trial.serveHTTP2 { request in
                        if request.path != "/pay" { return .respond("ok") }
                        return isTogether ? [.together(response)] : response
                    }
                    if isReused { _ = try await transport.send(try server.request("/first")) }
                    let request = try server.request("/pay", .post, body: .pattern(1_000))
                    // What a client reads at once can also look like a response that isn't valid.
                    await trial.expectFailure(.connectionLost, .malformedResponse) { try await transport.send(request) }
                    trial.expect("the number of requests", server.record.sendings(of: "/pay"), 1)
                }
            }
        }
    }

    private static let refusalCases = [HTTPMethod.get, .post].flatMap { method in
        [
            Case("sends a \(method) again when a new HTTP/2 connection refuses its stream") { trial in
                let (server, transport) = try trial.serveHTTP2 { request in
                    request.index == 0 ? [.reset(.refusedStream)] : .respond("ok")
                }
                let response = try await transport.send(try server.request("/", method))
                try await trial.expect(response, text: "ok")
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests, 2)
                trial.expect("the number of requests", server.record.requests.count, 2)
            },
            Case("handles a reused HTTP/2 connection that refuses the stream of a \(method)") {
                trial in
                let (server, transport) = try trial.serveHTTP2 { request in
                    request.index == 1 ? [.reset(.refusedStream)] : .respond("ok")
                }
                _ = try await transport.send(try server.request("/first"))
                let request = try server.request("/refused", method)
                do {
                    trial.expect("the body", try await transport.send(request).text, "ok")
                } catch let error as TernError {
                    // libcurl doesn't report every refusal. Then a request with a method that isn't idempotent fails.
                    trial.expect("the code", error.code, .connectionLost)
                    trial.expect(method == .post, "A \(method) is idempotent, and failed: \(error.reason)")
                }
            },
            goAwayCase(method, [], "leaves open"),
            goAwayCase(method, [.close], "closes"),
        ]
    }

    private static func goAwayCase(_ method: HTTPMethod, _ end: [HTTP2Step], _ ending: String) -> Case {
        Case("sends a \(method) again after a GOAWAY below its stream on a connection that the server \(ending)") {
            trial in
            let (server, transport) = try trial.serveHTTP2 { request in
                guard request.path == "/lost", request.connection == 1 else { return .respond("ok") }
                return [.goAway(lastStream: request.stream - 2)] + end
            }
            _ = try await transport.send(try server.request("/first"))
            let body: Data? = method == .post ? .pattern(1_000) : nil
            let response = try await transport.send(try server.request("/lost", method, body: body))
            try await trial.expect(response, text: "ok")
            trial.expect("metrics.sentRequests", response.metrics?.sentRequests, 2)
            trial.expect("the number of requests", server.record.sendings(of: "/lost"), 2)
        }
    }

    private static let losses: [(String, [HTTP2Step])] = [
        ("is closed", [.close]), ("is reset", [.abort]), ("ends with a GOAWAY at its stream", [.goAway(), .close]),
        ("resets its stream with INTERNAL_ERROR", [.reset(.internalError)]),
        ("resets its stream with CANCEL", [.reset(.cancel)]),
    ]

    private static let lossCases = losses.flatMap { loss, steps in
        [
            Case("sends a POST once when a reused HTTP/2 connection \(loss)") { trial in
                let (server, transport) = try trial.serveHTTP2 { $0.path == "/pay" ? steps : .respond("ok") }
                _ = try await transport.send(try server.request("/first"))
                let request = try server.request("/pay", .post, body: .pattern(1_000))
                let error = await trial.expectFailure(.connectionLost) { try await transport.send(request) }
                trial.expect("the number of requests", server.record.sendings(of: "/pay"), 1)
                trial.expectWarning(in: error)
            },
            Case("sends a GET again when a reused HTTP/2 connection \(loss)") { trial in
                let (server, transport) = try trial.serveHTTP2 { request in
                    request.path == "/lost" && request.index == 1 ? steps : .respond("ok")
                }
                _ = try await transport.send(try server.request("/first"))
                let response = try await transport.send(try server.request("/lost"))
                try await trial.expect(response, text: "ok")
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests, 2)
            },
        ]
    }
}
