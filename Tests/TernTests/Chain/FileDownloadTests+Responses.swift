import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Responses that don't fit the request, or the body.
extension FileDownloadTests {
    @Test func encodedResponseToARangeEndsBeforeTheNextRequest() async throws {
        let isEnded = Locked(false)
        let encoded: ScriptedTransport.Step = { _ in
            let stream = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.onTermination = { _ in isEnded.withLock { $0 = true } }
            }
            return Response(statusCode: 200, headers: ["Content-Encoding": "gzip"], body: .stream(BodyStream(stream)))
        }
        let last: ScriptedTransport.Step = { request in
            #expect(isEnded.withLock { $0 })
            return try Self.whole("complete")(request)
        }
        let transport = transport(Self.lost("012345"), encoded, last)
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(try folder.contents() == ["text": "complete"])
    }

    /// A transport around a transport must not keep the connection, which the next request may need.
    @Test func transformedResponseToARangeEndsBeforeTheNextRequest() async throws {
        let isEnded = Locked(false)
        let channel = BodyChannel(onRoom: {}, onAbandon: { isEnded.withLock { $0 = true } })
        let inner = BodyStream(channel)
        let encoded: ScriptedTransport.Step = { _ in
            let stream = inner.transformed { $0 }
            return Response(statusCode: 200, headers: ["Content-Encoding": "gzip"], body: .stream(stream))
        }
        let last: ScriptedTransport.Step = { request in
            #expect(isEnded.withLock { $0 })
            return try Self.whole("complete")(request)
        }
        let transport = transport(Self.lost("012345"), encoded, last)
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(try folder.contents() == ["text": "complete"])
    }

    /// The head lacks the media type, which an empty body doesn't need.
    @Test func emptyBodyWithoutTheRequiredMediaTypeIsAnEmptyFile() async throws {
        var target = OpenTarget()
        target.validation = .successCodes.requiring(mediaTypes: ["application/pdf"])
        let empty: ScriptedTransport.Step = { _ in
            let pieces = AsyncStream<Data> { $0.finish() }
            return Response(
                statusCode: 200,
                headers: ["Transfer-Encoding": "chunked"],
                body: .stream(BodyStream(pieces))
            )
        }

        let response = try await download(target, over: transport(empty))

        #expect(response.fileURL == file)
        #expect(try folder.contents() == ["text": ""])
    }

    /// `Transfer-Encoding` overrides `Content-Length` (RFC 9112, section 6.3), and status 204 has no body.
    @Test(
        arguments: [
            (200, ["Content-Length": "2", "Transfer-Encoding": "chunked"], "hello"),
            (200, ["Content-Length": "10", "Transfer-Encoding": "chunked"], "hello"),
            (204, ["Content-Length": "100"], ""),
        ] as [(Int, HTTPHeaders, String)]
    )
    func lengthThatDoesNotCountIsIgnored(status: Int, headers: HTTPHeaders, text: String) async throws {
        let progress = Watched<[TransferProgress]>([])
        let transport = transport(Self.part(text, nil, status: status, headers: headers))

        try await download(over: transport, options: CallOptions { progress.append($0) })

        #expect(try folder.contents() == ["text": text])
        #expect(progress.value.allSatisfy { $0.expectedReceivedBytes == nil })
    }
}
