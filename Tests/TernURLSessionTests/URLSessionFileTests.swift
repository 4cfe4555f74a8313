import Foundation
import Tern
import TernConformance
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionFileTests {
    private let folder = TemporaryFolder()

    private func request(_ server: LoopbackServer, to name: String = "body") -> Request {
        var request = Request(url: server.url.appendingPathComponent("a"))
        request.delivery = .download(.file(folder.url.appendingPathComponent(name), resumes: false))
        return request
    }

    @Test func bodyIsInTheFileAndNotInMemory() async throws {
        let body = Data.pattern(3_000_000)
        let server = try LoopbackServer { _ in .data(body, status: 404) }

        let response = try await URLSessionTransport().response(to: request(server))

        #expect(response.statusCode == 404)
        #expect(response.data.isEmpty)
        #expect(response.stream == nil)
        #expect(response.metrics?.receivedBodyBytes == 3_000_000)
        #expect(try Data(contentsOf: folder.url.appendingPathComponent("body")) == body)
    }

    @Test func codingThatTheSessionWouldDecodeIsAnErrorBeforeTheRequest() async throws {
        let server = try LoopbackServer { _ in .text("plain") }
        var encoded = request(server)
        encoded.decoding = .none
        let request = encoded

        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request)
        }

        #expect(error?.code == .unsupportedConfiguration)
        #expect(server.requests.isEmpty)
        #expect(try folder.contents() == [:])
    }

    @Test func truncatedBodyLeavesNoFile() async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("short".utf8))
        }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server))
        }
        #expect(error?.code == .connectionLost)
        #expect(try folder.contents() == [:])
    }

    @Test func missingFolderIsAnErrorWithAReason() async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
        }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, to: "missing/body"))
        }
        #expect(error?.code == .fileFailed)
        #expect(error?.reason.contains("No such file or directory") == true)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func cancelledCallLeavesNoFile() async throws {
        let isUnderWay = SampleGate()
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
        }
        let request = request(server)
        let call = Task {
            try await URLSessionTransport().response(to: request, progress: { _ in isUnderWay.release() })
        }
        try await isUnderWay.pass()

        call.cancel()

        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try folder.contents() == [:])
        try await server.waitForOpenConnections(atMost: 0)
    }
}
