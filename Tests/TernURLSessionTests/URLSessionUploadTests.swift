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

    @Test(arguments: [0, 1, 700_000]) func fileIsSentWithItsLength(size: Int) async throws {
        let server = try LoopbackServer {
            .data($0.body, headers: ["X-Length": $0.headers["Content-Length"] ?? "none"])
        }
        let file = try folder.file("body", bytes.prefix(size))
        let told = Watched<[Int64]>([])
        let request = request(server, try .file(file))

        let response = try await URLSessionTransport().response(to: request, progress: { told.append($0.sentBytes) })

        #expect(response.data == bytes.prefix(size))
        #expect(response.headers["X-Length"] == "\(size)")
        #expect(response.metrics?.sentBodyBytes == Int64(size))
        if size > 0 { #expect(told.value.contains(Int64(size))) }
    }

    @Test(arguments: [307, 308]) func fileIsSentAgainAfterARedirect(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/b" ? .data(request.body) : .status(status, headers: ["Location": "/b"])
        }
        let source = try RequestBody.file(folder.file("body", bytes))
        #expect(try await URLSessionTransport().response(to: request(server, source)).data == bytes)
    }

    @Test func fileIsNotSentAfterASeeOtherRedirect() async throws {
        let server = try LoopbackServer { request in
            request.path == "/b" ? .text(request.method.rawValue) : .status(303, headers: ["Location": "/b"])
        }
        let source = try RequestBody.file(folder.file("body", bytes))
        #expect(try await URLSessionTransport().response(to: request(server, source)).data == Data("GET".utf8))
        #expect(server.requests.last?.body.isEmpty == true)
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

    @Test func deletedFileIsAnError() async throws {
        let server = try LoopbackServer { .data($0.body) }
        let file = try folder.file("body", bytes)
        let source = try RequestBody.file(file)
        try FileManager.default.removeItem(at: file)
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, source))
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.contains("body") == true)
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
