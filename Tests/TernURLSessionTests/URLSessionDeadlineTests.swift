import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionDeadlineTests {
    private let folder = TemporaryFolder()

    private func request(_ server: LoopbackServer, deadline: Duration? = nil) -> Request {
        var request = Request(url: server.url.appendingPathComponent("a"))
        request.timeout = deadline
        return request
    }

    private func expectDeadline(_ limit: String, of error: TernError?) {
        #expect(error?.code == .timedOut)
        #expect(error?.reason.contains("not complete after \(limit) seconds") == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        SampleResponse.verbatim(Data()).stalling(),
        SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling(),
    ])
    func deadlineOfTheRequestEndsTheExchange(response: SampleResponse) async throws {
        let server = try LoopbackServer { _ in response }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, deadline: .milliseconds(40)))
        }
        expectDeadline("0.04", of: error)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func deadlineCountsOverRedirects() async throws {
        // Both requests have to arrive in time, even on a busy machine.
        var milliseconds = 30
        var paths: [String] = []
        while !paths.contains("/b"), milliseconds < 10_000 {
            milliseconds *= 2
            let server = try LoopbackServer { request in
                request.path == "/b"
                    ? .verbatim(Data()).stalling() : .status(302, headers: ["Location": "/b"])
            }
            let error = await #expect(throws: TernError.self) {
                try await URLSessionTransport().response(to: request(server, deadline: .milliseconds(milliseconds)))
            }
            expectDeadline("\(Double(milliseconds) / 1_000)", of: error)
            paths = server.requests.map(\.path)
        }
        #expect(paths == ["/a", "/b"])
    }

    @Test func deadlineEndsAStreamThatIsBeingRead() async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
        }
        // The beginning has to arrive in time, even on a busy machine.
        var milliseconds = 75
        var received = Data()
        var error: TernError?
        while received.isEmpty, milliseconds < 20_000 {
            milliseconds *= 2
            var request = request(server, deadline: .milliseconds(milliseconds))
            request.delivery = .streamed
            error = await #expect(throws: TernError.self) {
                let response = try await URLSessionTransport().response(to: request)
                for try await piece in try #require(response.stream) { received += piece }
            }
        }

        expectDeadline("\(Double(milliseconds) / 1_000)", of: error)
        #expect(received == Data("some".utf8))
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func deadlineEndsAFileThatIsBeingWritten() async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
        }
        var request = request(server, deadline: .milliseconds(60))
        request.delivery = .download(.file(folder.url.appendingPathComponent("body"), resumes: false))
        let error = await #expect(throws: TernError.self) { try await URLSessionTransport().response(to: request) }
        expectDeadline("0.06", of: error)
        #expect(try folder.contents() == [:])
    }

    @Test func deadlineThatIsMetHasNoEffect() async throws {
        let server = try LoopbackServer { _ in .text("fine") }
        var request = request(server, deadline: .seconds(3_000))
        #expect(try await URLSessionTransport().response(to: request).data == Data("fine".utf8))
        request.delivery = .streamed
        #expect(try await URLSessionTransport().response(to: request).stream?.collected() == Data("fine".utf8))
    }

    @Test func expiredDeadlineSendsNothing() async throws {
        let server = try LoopbackServer { _ in .text("fine") }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, deadline: .zero))
        }
        expectDeadline("0.0", of: error)
        #expect(server.requestCount == 0)
    }
}
