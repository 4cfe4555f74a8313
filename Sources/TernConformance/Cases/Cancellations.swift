import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let cancellationCases = [
        Case("sends nothing for a task that is already cancelled") { trial in
            let (server, transport) = try trial.serve { _ in .text("fine") }
            let request = try server.request("/cancelled")
            let gate = SampleGate()
            let task = Task {
                try? await gate.pass()
                return try await transport.send(request)
            }
            task.cancel()
            await trial.expectCancellation(task)
            _ = try await transport.send(try server.request("/next"))
            trial.expect("the paths", server.requests.map(\.path), ["/next"])
        },
        Case("ends when cancelled while waiting for the head, and closes the connection") { trial in
            let (server, transport) = try trial.serve { _ in .raw("").stalling() }
            let request = try server.request()
            try await trial.expectCancellation(of: { try await transport.send(request) }) {
                try await server.waitForRequests(atLeast: 1)
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("ends when cancelled while collecting the body, and closes the connection") { trial in
            let server = try LoopbackServer { _ in .unfinished }
            let received = SampleGate()
            let transport = try trial.transport()
            let request = try server.request()
            let hop = Hop { if $0.receivedBytes > 0 { received.release() } }
            try await trial.expectCancellation(of: { try await transport.send(request, hop: hop) }) {
                try await received.pass()
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("ends when cancelled while uploading data, and closes the connection") { trial in
            let gate = SampleGate()
            let (server, transport) = try trial.serve(
                headHandler: { _ in
                    try await gate.pass()
                    return .readBody
                },
                handler: { _ in .status(200) }
            )
            let request = try server.request("/", .post, body: Data(count: 32 << 20))
            try await trial.expectCancellation(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
            }
            gate.release()
            try await server.waitForOpenConnections(atMost: 0)
            trial.expect("the number of complete requests", server.requestCount, 0)
        },
        Case(
            "ends when cancelled while waiting for a piece of an upload, and closes the connection",
            needs: [.streamedRequests]
        ) {
            trial in
            let (server, transport) = try trial.serve { _ in .status(200) }
            let request = try server.request("/", .post).uploading(.unfinished)
            try await trial.expectCancellation(of: { try await transport.send(request) }) {
                try await server.waitForReceivedBytes(atLeast: 50)
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("ends when cancelled while connecting", needs: [.tls]) { trial in
            let port = try SilentLoopbackPort()
            let url = try trial.require(URL(string: "https://127.0.0.1:\(port.number)/"), "No URL.")
            let transport = try trial.transport()
            try await trial.expectCancellation(of: { try await transport.send(Request(url: url)) }) {
                await port.connection()
            }
            withExtendedLifetime(port) {}
        },
        Case("ends when cancelled between redirects") { trial in
            let gate = SampleGate()
            let (server, transport) = try trial.serve { request in
                let redirect = SampleResponse.status(302, headers: ["Location": "/b"])
                return request.path == "/b" ? redirect.held(by: gate) : redirect
            }
            let request = try server.request("/a")
            try await trial.expectCancellation(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
            }
            trial.expect("the number of requests", server.requestCount, 2)
        },
        Case("ignores a cancellation after the response") { trial in
            let (server, transport) = try trial.serve { _ in .text("fine") }
            let request = try server.request()
            for _ in 0..<50 {
                let task = Task { try await transport.send(request).text }
                trial.expect("the body", try await task.value, "fine")
                task.cancel()
            }
            trial.expect("the number of requests", server.requestCount, 50)
        },
        Case("ends once when the response and the cancellation coincide") { trial in
            let calls = Locked<[String: Task<String, any Error>]>([:])
            let (server, transport) = try trial.serve(options: .init(recordedRequests: 0)) { request in
                calls.withLock { $0[request.path] }?.cancel()
                return .text("fine")
            }
            let requests = try (0..<200).map { try server.request("/\($0)") }
            let tasks = requests.enumerated().map { index, request in
                calls.withLock { calls in
                    let task = Task { try await transport.send(request).text }
                    calls["/\(index)"] = task
                    return task
                }
            }
            for task in tasks {
                switch await task.result {
                case .success(let text): trial.expect("the body", text, "fine")
                case .failure(let error) where Trial.isCancellation(error): break
                case .failure(let error): trial.violate("A cancelled exchange ended with \(Trial.text(of: error)).")
                }
            }
            trial.expect("the next body", try await transport.send(try server.request("/next")).text, "fine")
        },
    ]
}
