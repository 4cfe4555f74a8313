import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let silences: [(String, SampleResponse)] = [
        ("before the head", .raw("").stalling()), ("inside the head", .raw("HTTP/1.1 200 OK\r\nX-A").stalling()),
        ("after the head", SampleResponse(headers: ["Content-Length": "100"]).stalling()),
        ("inside the body", SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()),
    ]

    static let timeoutCases =
        silences.map { phase, response in
            Case("fails with timedOut when the server is silent \(phase), not before the idle time") { trial in
                let (server, transport) = try trial.serve { _ in response }
                await trial.expectTimeout(after: .milliseconds(150)) {
                    try await transport.send(try server.request().idle(for: 0.15))
                }
                try await server.waitForOpenConnections(atMost: 0)
            }
        } + [
            Case("waits for a silent server for the configured idle time") { trial in
                let (server, transport) = try trial.serve(with: { $0.idleTimeout = .milliseconds(150) }) { _ in
                    .raw("").stalling()
                }
                await trial.expectTimeout(after: .milliseconds(150)) { try await transport.send(try server.request()) }
            },
            Case("uses the idle time of a request instead of the configured one") { trial in
                let (server, transport) = try trial.serve(with: { $0.idleTimeout = .milliseconds(50) }) { _ in
                    .raw("").stalling()
                }
                await trial.expectTimeout(after: .milliseconds(300)) {
                    try await transport.send(try server.request().idle(for: 0.3))
                }
            },
            Case(
                "fails with timedOut when a streamed body stalls, after the pieces before",
                needs: [.streamedResponses]
            ) {
                trial in
                let (server, transport) = try trial.serve { _ in
                    SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
                }
                let response = try await transport.send(try server.request().streamed().idle(for: 0.5))
                let received = Locked(Data())
                await trial.expectTimeout(after: .zero) {
                    for try await piece in try trial.require(response.stream, "There is no stream.") {
                        received.withLock { $0 += piece }
                    }
                }
                trial.expect("the data before the stall", received.withLock { $0 }, Data("some".utf8))
            },
            Case("fails with timedOut when connecting takes too long", needs: [.tls]) { trial in
                let port = try SilentLoopbackPort()
                let url = try trial.require(URL(string: "https://127.0.0.1:\(port.number)/"), "No URL.")
                let transport = try trial.transport { $0.connectTimeout = .milliseconds(150) }
                await trial.expectTimeout(after: .milliseconds(150)) {
                    try await transport.send(Request(url: url))
                }
                withExtendedLifetime(port) {}
            },
            Case("completes an exchange after a timeout") { trial in
                let (server, transport) = try trial.serve { request in
                    request.path == "/silent" ? .raw("").stalling() : .text("fine")
                }
                await trial.expectTimeout(after: .milliseconds(50)) {
                    try await transport.send(try server.request("/silent").idle(for: 0.05))
                }
                trial.expect("the body", try await transport.send(try server.request()).text, "fine")
            },
        ]
        + [TimeInterval.infinity, .nan, -1, 0, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude].map { seconds in
            Case("handles a timeoutInterval of \(seconds)") { trial in
                let (server, transport) = try trial.serve { _ in .text("fine") }
                var urlRequest = URLRequest(try server.request())
                urlRequest.timeoutInterval = seconds
                let request = try Request(urlRequest)
                if seconds == .leastNonzeroMagnitude {
                    _ = try? await transport.send(request)
                } else {
                    try await trial.expect(transport.send(request), text: "fine")
                }
                trial.expect("the next body", try await transport.send(try server.request()).text, "fine")
            }
        }
}

extension TransportConformance {
    /// The case needs OpenSSL for the server.
    static let slowUploadCases: [Case] =
        HTTP2TLS.isAvailable
        ? [
            Case("waits while the bytes of an upload leave slowly", needs: [.http2, .tls, .streamedRequests]) { trial in
                // The flow-control window lets 65,535 bytes pass at once, and then 4 KiB at a time.
                let (count, step) = (8, 4_096)
                let size = 65_535 + count * step
                let window = HTTP2Frame.bytes(of: UInt32(step))
                let grant: [HTTP2Step] = [.hold, .frame(type: HTTP2Frame.Kind.windowUpdate, payload: Data(window))]
                try await trial.repeatingAfterStall {
                    let (server, transport) = try trial.serveHTTP2(
                        headHandler: { _ in (0..<count).flatMap { _ in grant } + [.hold] + .respond("done") },
                        handler: { _ in .respond("unused") }
                    )
                    // One piece, so that a transport can take it at once.
                    let body = RequestBody.stream(length: Int64(size)) { Pieces(Data(count: size), of: size) }
                    let request = try server.request("/", .post).uploading(body).idle(for: 3)
                    let response = try await trial.value(of: { try await transport.send(request) }) {
                        try await server.waitForRequests(atLeast: 1)
                        for _ in 0..<count {
                            // In total, about twice the idle time.
                            try await Task.sleep(for: .milliseconds(700))
                            server.release()
                        }
                        try await server.wait { $0.requests.first?.isComplete == true || $0.openConnections == 0 }
                        server.release()
                    }
                    try await trial.expect(response, text: "done")
                }
            },
            Case("fails with timedOut when the server sends only PING frames after an upload", needs: [.http2, .tls]) {
                trial in
                let (server, transport) = try trial.serveHTTP2 { _ in [.hold] }
                let pings = Task {
                    while !Task.isCancelled {
                        server.perform([.frame(type: HTTP2Frame.Kind.ping, payload: Data(count: 8))])
                        // Ten frames within each idle time.
                        try await Task.sleep(for: .milliseconds(50))
                    }
                }
                defer { pings.cancel() }
                let request = try server.request("/", .post, body: .pattern(1_000)).idle(for: 0.5)
                await trial.expectTimeout(after: .milliseconds(500)) { try await transport.send(request) }
            },
        ] : []
}

extension Trial {
    /// Expects a timeout at most 1 ms too early: timers count milliseconds, and libcurl rounds the remaining time down.
    /// A late timeout isn't a failure, since timers are late on a busy machine. Only the time limit of the case
    /// applies.
    func expectTimeout<Value>(after minimum: Duration, _ work: () async throws -> Value) async {
        let clock = ContinuousClock()
        let start = clock.now
        await expectFailure(.timedOut) { try await work() }
        let elapsed = clock.now - start
        expect(elapsed > minimum - .milliseconds(1), "It timed out after \(elapsed), before \(minimum).")
    }
}
