import Foundation
import Tern
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
}
