import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let concurrencyCases = [
        Case("returns to each of 200 concurrent requests its own response") { trial in
            let server = try LoopbackServer(options: .init(recordedRequests: 0)) { .text($0.requestTarget) }
            let transport = try trial.transport()
            try await withThrowingTaskGroup { group in
                for number in 0..<200 {
                    let request = try server.request("/\(number)")
                    group.addTask {
                        trial.expect("the body", try await transport.send(request).text, "/\(number)")
                    }
                }
                try await group.waitForAll()
            }
            trial.expect("the number of requests", server.requestCount, 200)
        },
        Case("sends the complete body of each concurrent request") { trial in
            let server = try LoopbackServer(options: .init(recordedRequests: 0)) { .data($0.body) }
            let transport = try trial.transport()
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    let body = Data(repeating: UInt8(number), count: 10_000 + number)
                    let request = try server.request("/", .post, body: body)
                    group.addTask {
                        let isSame = try await transport.send(request).data == body
                        trial.expect(isSame, "Body \(number) came back changed.")
                    }
                }
                try await group.waitForAll()
            }
        },
        Case("completes an exchange while another one waits") { trial in
            let gate = SampleGate()
            let server = try LoopbackServer { request in
                if request.path == "/held" { try await gate.pass() }
                return .text(request.path)
            }
            let transport = try trial.transport()
            let request = try server.request("/held")
            let held = try await trial.value(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
                trial.expect("the body", try await transport.send(try server.request("/free")).text, "/free")
                gate.release()
            }
            trial.expect("the held body", held.text, "/held")
        },
        Case("completes exchanges while others fail, are cancelled or are streamed") { trial in
            let server = try LoopbackServer { request in
                switch request.path {
                case "/broken": .raw("garbage\r\n\r\n")
                case "/silent": .raw("").stalling()
                default: .data(.pattern(200_000))
                }
            }
            let transport = try trial.transport()
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
            let server = try LoopbackServer { request in
                request.path == "/silent" ? SampleResponse.raw("").stalling() : .text("fine")
            }
            let transport = try trial.transport()
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
