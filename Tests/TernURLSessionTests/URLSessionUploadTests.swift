import Foundation
import Tern
import TernConformance
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionUploadTests {
    private let folder = TemporaryFolder()
    private let bytes = Data.pattern(700_000)

    private func request(_ server: LoopbackServer, _ source: RequestBody? = nil) -> Request {
        var request = Request(url: server.url.appendingPathComponent("a"))
        request.method = "PUT"
        request.body = source
        return request
    }

    /// From the beginning of the body, which FoundationNetworking alone wouldn't do.
    @Test(arguments: ["data", "file"]) func bodyIsSentAgainWhenAReusedConnectionIsClosed(kind: String) async throws {
        let numbers = Watched(0)
        let server = try LoopbackServer { request in
            let number = numbers.update { number -> Int in
                number += 1
                return number
            }
            return number == 2 ? .verbatim(Data()) : .data(request.body)
        }
        let transport = URLSessionTransport()
        _ = try await transport.response(to: request(server))
        var request = request(server, kind == "file" ? try .file(folder.file("body", bytes)) : nil)
        if kind == "data" { request.body = .data(bytes) }

        let response = try await transport.response(to: request)

        #expect(response.data == bytes)
        #expect(server.requestCount == 3)
    }

    #if os(Linux)
        @Test func streamedBodyIsRefusedBeforeItIsSent() async throws {
            let server = try LoopbackServer { .data($0.body) }
            let pieces = RequestBody.stream(once: AsyncStream<Data> { $0.finish() })
            let error = await #expect(throws: TernError.self) {
                try await URLSessionTransport().response(to: request(server, pieces))
            }
            #expect(error?.code == .transportFailed)
            #expect(error?.reason.contains("CurlTransport") == true)
            #expect(server.requestCount == 0)
        }
    #endif
}
