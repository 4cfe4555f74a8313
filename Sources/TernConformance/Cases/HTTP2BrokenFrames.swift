import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// A frame that isn't valid ends the connection at once (RFC 9113, section 5.4.1), although the client reads it
    /// together with a response that isn't whole.
    static let http2BrokenFrameCases: [Case] =
        cases(tls: false).map { $0.needing(.http2) }
        + (HTTP2TLS.isAvailable ? (cases(tls: true) + sharedCases).map { $0.needing(.http2, .tls) } : [])

    /// The frame ends all calls of the connection, not only that of its stream.
    private static let sharedCases = brokenFrames.flatMap { name, frame in
        [("", [HTTP2Step.head(200), .data(Data("part".utf8))]), (" before any response", [])].map { place, start in
            Case("ends all calls of an HTTP/2 connection at once after \(name)\(place)") { trial in
                let count = 10
                let (server, transport) = try trial.serveHTTP2(with: waiting) { request in
                    switch request.index {
                    case 0: .respond("ok")
                    case count: [.together(start + [frame])]
                    default: [.hold]
                    }
                }
                _ = try await transport.send(try server.request("/first"))
                let request = try server.request("/pay", .post, body: .pattern(1_000))
                try await trial.concurrently(count) { _ in
                    await trial.expectFailure(.connectionLost, .malformedResponse) { try await transport.send(request) }
                }
                trial.expect("the number of requests", server.record.sendings(of: "/pay"), count)
                trial.expect("the number of connections", server.record.acceptedConnections, 1)
            }
        }
    }

    private static func cases(tls: Bool) -> [Case] {
        brokenFrames.flatMap { name, frame in
            let place = tls ? "" : " without TLS"
            return [
                Case("fails at once if \(name) follows a part of the body\(place)") { trial in
                    try await expectFailure(of: trial, tls, frame) { try await $0.send($1).text }
                },
                Case(
                    "fails at once if \(name) follows a part of the streamed body\(place)",
                    needs: [.streamedResponses]
                ) { trial in
                    try await expectFailure(of: trial, tls, frame) { transport, request in
                        let response = try await transport.send(request.streamed())
                        for try await _ in try trial.require(response.stream, "There is no stream.") {}
                    }
                },
            ]
        }
    }

    /// Waits for longer than the limit of the case.
    private static func waiting(_ configuration: inout TransportConfiguration) {
        configuration.idleTimeout = .seconds(3_600)
    }

    private static func expectFailure<Value>(
        of trial: Trial,
        _ tls: Bool,
        _ frame: HTTP2Step,
        _ exchange: (any Transport, Request) async throws -> Value
    ) async throws {
        let (server, transport) = try trial.serveHTTP2(with: waiting, tls: tls) { _ in
            [.together([.head(200), .data(Data("part".utf8)), frame])]
        }
        let request = try server.request("/", .post, body: .pattern(1_000))
        await trial.expectFailure(.connectionLost, .malformedResponse) { try await exchange(transport, request) }
        trial.expect("the number of requests", server.record.requests.count, 1)
    }

    private static let brokenFrames: [(String, HTTP2Step)] = [
        ("a RST_STREAM of 3 bytes", .frame(type: 3, payload: Data(count: 3))),
        ("a WINDOW_UPDATE of 3 bytes", .frame(type: 8, payload: Data(count: 3))),
        ("a WINDOW_UPDATE of 0", .frame(type: 8, payload: Data(count: 4))),
        ("a PRIORITY of 4 bytes", .frame(type: 2, payload: Data(count: 4))),
        ("DATA with more padding than bytes", .frame(type: 0, flags: 8, payload: Data([9, 0]))),
        ("HEADERS with more padding than bytes", .frame(type: 1, flags: 0x0D, payload: Data([9, 0x88]))),
        ("HEADERS with an invalid index", .frame(type: 1, flags: 5, payload: Data([0xFF, 0xFF, 0xFF, 0x7F]))),
        ("a CONTINUATION", .frame(type: 9, flags: 4, payload: Data([0x88]))),
        ("a SETTINGS on its stream", .frame(type: 4, payload: Data())),
        ("a PING on its stream", .frame(type: 6, payload: Data(count: 8))),
        ("a PUSH_PROMISE", .frame(type: 5, flags: 4, payload: Data([0, 0, 0, 2, 0x88]))),
    ]
}
