import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let streamEndCases = [
        Case("closes the connection of a stream that is released unread", needs: [.streamedResponses]) { trial in
            let (server, transport) = try trial.serve { _ in .unfinished }
            var response: Response? = try await transport.send(try server.request().streamed())
            trial.expect("the status", response?.statusCode, 200)
            trial.expect("the number of open connections", server.openConnections, 1)
            response = nil
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("closes the connection of a stream whose reader stops early", needs: [.streamedResponses]) { trial in
            let (server, transport) = try trial.serve { _ in .unfinished }
            func readOnce() async throws {
                let response = try await transport.send(try server.request().streamed())
                for try await piece in try trial.require(response.stream, "There is no stream.") {
                    trial.expect("the first piece", piece, Data("some".utf8))
                    break
                }
            }
            try await readOnce()
            trial.expect("the number of requests", server.requestCount, 1)
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case(
            "closes the connection of a stream that is released while the server waits to send",
            needs: [.streamedResponses]
        ) { trial in
            let (server, transport) = try trial.serve { _ in .data(Data(count: 64 << 20)) }
            var response: Response? = try await transport.send(try server.request().streamed())
            trial.expect("the status", response?.statusCode, 200)
            trial.expect("the number of open connections", server.openConnections, 1)
            response = nil
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("ends a stream when its reader is cancelled, and closes the connection", needs: [.streamedResponses]) {
            trial in
            let (server, transport) = try trial.serve { _ in .unfinished }
            let request = try server.request().streamed()
            let first = SampleGate()
            let task = Task {
                let response = try await transport.send(request)
                for try await _ in try trial.require(response.stream, "There is no stream.") { first.release() }
            }
            try await first.pass()
            task.cancel()
            await trial.expectCancellation(task)
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("streams the data before the connection is lost, and then throws", needs: [.streamedResponses]) { trial in
            let gate = SampleGate()
            let server = try LoopbackServer { _ in
                SampleResponse(headers: ["Content-Length": "1000"], body: Data("some".utf8)).writing { writer in
                    try await gate.pass()
                    throw CancellationError()
                }
            }
            let response = try await trial.send(try server.request().streamed())
            var iterator = try trial.require(response.stream, "There is no stream.").makeAsyncIterator()
            trial.expect("the piece", try await iterator.next(), Data("some".utf8))
            gate.release()
            await trial.expectFailure(.connectionLost, of: "the stream") { try await iterator.next() }
            trial.expect("the piece after the error", try await iterator.next(), nil)
        },
        Case("throws at a malformed chunk of a stream, after the pieces before it") { trial in
            let server = try LoopbackServer { _ in
                .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\nzz\r\n")
            }
            // An engine that receives both pieces at once may fail before it returns the response.
            await trial.expectFailure(.malformedResponse, of: "the stream") {
                let response = try await trial.send(try server.request().streamed())
                return try await trial.collect(response)
            }
        },
        Case("continues a stream after its transport is released", needs: [.streamedResponses]) { trial in
            let gate = SampleGate()
            let server = try LoopbackServer { _ in .text("late").held(by: gate, after: 0) }
            let response = try await trial.send(try server.request().streamed())
            gate.release()
            try await trial.expect(response, text: "late")
        },
        Case("fails before it returns when a streamed response has no head") { trial in
            let server = try LoopbackServer { _ in .raw("") }
            await trial.expectFailure(.connectionLost) { try await trial.send(try server.request().streamed()) }
        },
    ]
}
