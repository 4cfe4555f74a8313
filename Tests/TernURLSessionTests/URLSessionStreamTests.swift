import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionStreamTests {
    private let unfinished = SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()

    private func request(_ server: LoopbackServer, method: HTTPMethod = .get) -> Request {
        var request = Request(url: server.url.appendingPathComponent("a"))
        request.method = method
        request.delivery = .streamed
        // A busy machine may keep a test waiting for longer than the session's own 60 seconds.
        request.idleTimeout = .seconds(600)
        return request
    }

    @Test(arguments: ["HEAD", "GET"]) func missingBodyIsAnEmptyStream(method: HTTPMethod) async throws {
        let server = try LoopbackServer { request in request.method == "HEAD" ? .text("text") : .status(204) }
        let response = try await URLSessionTransport().response(to: request(server, method: method))
        #expect(try await response.stream?.collected() == Data())
    }

    @Test func releasingTheStreamEndsTheExchangeOfAReleasedTransport() async throws {
        let server = try LoopbackServer { [unfinished] _ in unfinished }
        var transport: URLSessionTransport? = URLSessionTransport()
        var stream = try await transport?.response(to: request(server)).stream
        transport = nil
        #expect(stream != nil)
        stream = nil
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: [301, 302, 307]) func redirectWithoutLocationIsTheResponse(status: Int) async throws {
        let server = try LoopbackServer { _ in .status(status) }
        let response = try await URLSessionTransport().response(to: request(server))
        #expect(response.statusCode == status)
        #expect(try await response.stream?.collected() == Data())
    }

    @Test func challengeIsStreamedAsTheResponse() async throws {
        let server = try LoopbackServer { _ in
            .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        }
        let response = try await URLSessionTransport().response(to: request(server))
        #expect(response.statusCode == 401)
        #expect(try await response.stream?.collected() == Data("who?".utf8))
    }

    @Test func progressIsReportedWhileTheBodyArrives() async throws {
        let body = Data(repeating: 1, count: 1_000_000)
        let server = try LoopbackServer { _ in .data(body) }
        let told = Watched<[Int64]>([])
        let request = request(server)
        let response = try await URLSessionTransport().response(
            to: request,
            progress: { told.append($0.receivedBytes) }
        )
        #expect(try await response.stream?.collected() == body)
        #expect(told.value.last == 1_000_000)
        #expect(told.value == told.value.sorted())
    }

    #if os(Linux)
        @Test func readerThatFallsTooFarBehindLosesTheRest() async throws {
            let server = try LoopbackServer { _ in
                SampleResponse(headers: ["Content-Length": "90000000"], body: Data(count: 80_000_000)).stalling()
            }
            let stream = try #require(try await URLSessionTransport().response(to: request(server)).stream)
            try await server.waitForOpenConnections(atMost: 0)

            var received = 0
            let error = await #expect(throws: TernError.self) {
                for try await piece in stream { received += piece.count }
            }

            #expect(error?.code == .bodyTooLarge)
            #expect(error?.reason.contains("67108864 bytes behind") == true)
            #expect(received > 67_000_000 && received < 80_000_000)
        }
    #endif
}
