import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let earlyResponseCases = [
        Case("sends the body when the server never sends 100 Continue") { trial in
            for fields in [[:], ["Expect": "100-continue"]] {
                let server = try LoopbackServer(
                    headHandler: { _ in .readBodyWithoutContinue },
                    handler: { .text("\($0.body.count)") }
                )
                let request = try server.request("/", .post, fields: fields, body: .pattern(3_000_000))
                trial.expect("the size", try await trial.send(request).text, "3000000")
            }
        },
        Case("sends no Expect field by default") { trial in
            let server = try LoopbackServer { .text("\($0.body.count)") }
            let request = try server.request("/", .post, body: .pattern(3_000_000))
            trial.expect("the size", try await trial.send(request).text, "3000000")
            trial.expect("Expect", server.requests.first?.headers["Expect"], nil)
        },
        Case("returns the 417 response to the request's own Expect field") { trial in
            let server = try LoopbackServer.early(.status(417))
            let request = try server.request("/", .post, fields: ["Expect": "100-continue"], body: .pattern(100))
            let status = try await trial.send(request).statusCode
            // RFC 9110, section 10.1.1: a client may send the request again without the field.
            trial.expect([200, 417].contains(status), "Expected 417, or 200 after a second request, got \(status).")
            trial.expect("Expect of the first request", server.requests.first?.headers["Expect"], "100-continue")
        },
        Case("returns the 417 response on a reused connection that stays open") { trial in
            let server = try HTTP2Server(
                http1Handler: { request in
                    let refusal = Data("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno".utf8)
                    return [request.path == "/first" ? response("first") : refusal]
                },
                handler: { _ in .respond("HTTP/2") }
            )
            let transport = try trial.transport()
            trial.expect("the first body", try await transport.send(try server.request("/first")).text, "first")
            for delivery in [Request.Delivery.collected(), .streamed] {
                var request = try server.request("/", .post, fields: ["Expect": "100-continue"], body: .pattern(100))
                request.delivery = delivery
                let response = try await transport.send(request)
                try await trial.expect(response, status: 417)
                // libcurl discards the body.
                let body = try await response.wholeBody()
                trial.expect([Data(), Data("no".utf8)].contains(body), "The body has \(body.count) bytes.")
            }
        },
        Case("returns an error response that arrives before the body is sent") { trial in
            let server = try LoopbackServer.early(.text("too large", status: 413))
            let request = try server.request("/", .post, body: .pattern(8_000_000))
            try await trial.expect(trial.send(request), status: 413, text: "too large")
        },
        Case("returns an error response that arrives while the body's stream waits", needs: [.streamedRequests]) {
            trial in
            let server = try LoopbackServer.early(.text("not you", status: 403))
            let request = try server.request("/", .post).uploading(.unfinished)
            try await trial.expect(trial.send(request), status: 403, text: "not you")
        },
        Case("ends after the complete response although the body's stream still waits", needs: [.streamedRequests]) {
            trial in
            let server = try LoopbackServer.early(.text("enough"))
            let request = try server.request("/", .post).uploading(.unfinished).idle(for: 0.2)
            do {
                trial.expect("the body", try await trial.send(request).text, "enough")
            } catch {
                // An engine may also report that the body wasn't sent completely.
                await trial.expectFailure(.timedOut, .connectionLost) { throw error }
            }
        },
        Case("fails with connectionLost when the connection is reset during an upload") { trial in
            let server = try LoopbackServer.early(.raw("").resetting())
            await trial.expectFailure(.connectionLost) {
                try await trial.send(try server.request("/", .post, body: .pattern(8_000_000)))
            }
        },
    ]
}
