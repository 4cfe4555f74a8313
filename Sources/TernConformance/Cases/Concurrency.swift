import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let concurrencyCases = [
        Case("returns to each of 200 concurrent requests its own response") { trial in
            let (server, transport) = try trial.serve(options: .init(recordedRequests: 0)) { .text($0.requestTarget) }
            try await trial.concurrently(200) { number in
                trial.expect("the body", try await transport.send(try server.request("/\(number)")).text, "/\(number)")
            }
            trial.expect("the number of requests", server.requestCount, 200)
        },
        Case("sends the complete body of each concurrent request") { trial in
            let (server, transport) = try trial.serve(options: .init(recordedRequests: 0)) { .data($0.body) }
            try await trial.concurrently(40) { number in
                let body = Data(repeating: UInt8(number), count: 10_000 + number)
                try await trial.expect(transport.send(try server.request("/", .post, body: body)), data: body)
            }
        },
        Case("completes an exchange while another one waits") { trial in
            let gate = SampleGate()
            let (server, transport) = try trial.serve {
                $0.path == "/held" ? .text("/held").held(by: gate) : .text($0.path)
            }
            let request = try server.request("/held")
            let held = try await trial.value(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
                trial.expect("the body", try await transport.send(try server.request("/free")).text, "/free")
                gate.release()
            }
            try await trial.expect(held, text: "/held")
        },
        Case("completes exchanges while others fail, are cancelled or are streamed") { trial in
            let (server, transport) = try trial.serve { request in
                switch request.path {
                case "/broken": .raw("garbage\r\n\r\n")
                case "/silent": .raw("").stalling()
                default: .data(.pattern(200_000))
                }
            }
            let requests = try (0..<30).map { number in
                try server.request(number % 3 == 0 ? "/broken" : number % 3 == 1 ? "/silent" : "/fine")
            }
            let tasks = requests.map { request in Task { try await transport.send(request).data.count } }
            let stream = try await transport.send(try server.request("/fine").streamed())
            try await server.waitForRequests(atLeast: 6)
            for (number, task) in tasks.enumerated() where number % 3 == 1 { task.cancel() }
            for (number, task) in tasks.enumerated() {
                switch number % 3 {
                case 0: await trial.expectFailure(.malformedResponse) { try await task.value }
                case 1: await trial.expectCancellation(task)
                default: trial.expect("the size", try await task.value, 200_000)
                }
            }
            trial.expect("the size of the stream", try await trial.collect(stream).count, 200_000)
        },
        Case("completes other exchanges while a caller's cancellation handler blocks") { trial in
            let (server, transport) = try trial.serve { request in
                request.path == "/silent" ? SampleResponse.raw("").stalling() : .text("fine")
            }
            let (silent, request) = (try server.request("/silent"), try server.request("/fine"))
            let isOtherComplete = DispatchSemaphore(value: 0)
            let isCancelling = SampleGate()
            let task = Task {
                try await withTaskCancellationHandler {
                    try await transport.send(silent)
                } onCancel: {
                    isCancelling.release()
                    let result = isOtherComplete.wait(timeout: .now() + 30)
                    trial.expect(result == .success, "Another exchange waited for the caller's cancellation handler.")
                }
            }
            try await server.waitForRequests(atLeast: 1)
            // On a separate thread, since the handler blocks it.
            Thread.detachNewThread { task.cancel() }
            try await isCancelling.pass()
            trial.expect("the body", try await transport.send(request).text, "fine")
            isOtherComplete.signal()
            await trial.expectCancellation(task)
        },
    ]
}
