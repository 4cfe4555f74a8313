import Foundation
import Tern
import TernTesting

extension Trial {
    /// A server, and a transport under test that sends to it.
    ///
    /// - Parameter change: Changes the configuration of the transport.
    func serve(
        with change: (inout TransportConfiguration) -> Void = { _ in },
        options: LoopbackServer.Options = .init(),
        headHandler: LoopbackServer.HeadHandler? = nil,
        handler: @escaping Responder
    ) throws -> (LoopbackServer, any Transport) {
        let server = try LoopbackServer(options: options, headHandler: headHandler, handler: handler)
        return (server, try transport(change))
    }

    /// A server for HTTP/2, and a transport under test that sends to it.
    func serveHTTP2(
        with change: (inout TransportConfiguration) -> Void = { _ in },
        tls: Bool = true,
        settings: [HTTP2Setting: UInt32] = [:],
        http1Handler: HTTP2Server.HTTP1Handler? = nil,
        headHandler: @escaping HTTP2Server.HeadHandler = { _ in nil },
        handler: @escaping HTTP2Server.Handler
    ) throws -> (HTTP2Server, any Transport) {
        let server = try HTTP2Server(
            tls: tls,
            settings: settings,
            http1Handler: http1Handler,
            headHandler: headHandler,
            handler: handler
        )
        return (
            server,
            try transport { configuration in
                server.configure(&configuration)
                change(&configuration)
            }
        )
    }

    /// The response to a request that a transport of its own sends.
    func send(_ request: Request) async throws -> Response { try await transport().send(request) }

    /// Exchanges at the same time, with numbers that begin at 0.
    func concurrently(_ count: Int, _ exchange: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<count { group.addTask { try await exchange(number) } }
            try await group.waitForAll()
        }
    }

    /// Expects parts of a response. A part that isn't named may have any value; a field that is `nil` must be missing.
    func expect(
        _ response: Response,
        status: Int? = nil,
        text: String? = nil,
        data: Data? = nil,
        fields: KeyValuePairs<String, String?> = [:],
        isDecoded: Bool? = nil
    ) async throws {
        if let status { expect("the status", response.statusCode, status) }
        for (name, value) in fields { expect("the field \(name)", response.headers[name], value) }
        if let isDecoded { expect("isDecoded", response.isDecoded, isDecoded) }
        guard let body = data ?? text.map({ Data($0.utf8) }) else { return }
        expect("the body", response.stream == nil ? response.data : try await collect(response), body)
    }
}

extension TransportConformance.Case {
    /// A case in which the transport fails after the server's response to one request.
    static func failure(_ name: String, _ response: SampleResponse, _ code: TernError.Code) -> Self {
        Self(name) { trial in
            let server = try LoopbackServer { _ in response }
            await trial.expectFailure(code) { try await trial.send(try server.request()) }
        }
    }

    /// A case in which the transport fails with `malformedResponse` after these bytes.
    static func malformed(_ name: String, _ bytes: String) -> Self {
        failure("fails with malformedResponse after \(name)", .raw(bytes), .malformedResponse)
    }
}
