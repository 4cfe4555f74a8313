import Foundation
import TernConformance
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Downloads whose responses are scripted, so that each rule is checked without a network.
@Suite(.timeLimit(.minutes(20)))
struct FileDownloadTests {
    let folder = TemporaryFolder()
    var file: URL { folder.url.appending(path: "text") }
    static let headers: HTTPHeaders = ["ETag": "\"v1\"", "Content-Length": "10", "Content-Type": "text/plain"]

    /// The pieces of a body, after which the connection is lost.
    static func lost(_ pieces: String..., headers: HTTPHeaders = headers) -> ScriptedTransport.Step {
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            for piece in pieces { continuation.yield(Data(piece.utf8)) }
            continuation.finish(throwing: URLError(.networkConnectionLost))
        }
        return { _ in Response(statusCode: 200, headers: headers, body: .stream(BodyStream(stream))) }
    }

    static func part(
        _ text: String,
        _ range: String?,
        status: Int = 206,
        headers: HTTPHeaders = ["ETag": "\"v1\""]
    ) -> ScriptedTransport.Step {
        { _ in
            var headers = headers
            headers["Content-Range"] = range
            return Response(statusCode: status, data: Data(text.utf8), headers: headers)
        }
    }

    static func whole(_ text: String, headers: HTTPHeaders = [:]) -> ScriptedTransport.Step {
        part(text, nil, status: 200, headers: headers)
    }

    func transport(_ steps: ScriptedTransport.Step...) -> ScriptedTransport {
        ScriptedTransport(steps: steps)
    }

    @discardableResult
    func download(
        _ target: OpenTarget = OpenTarget(),
        over transport: some Transport,
        to destination: Request.DownloadDestination? = nil,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        let provider = Provider<OpenTarget>(transport: transport)
        return try await provider.download(target, to: destination ?? .file(file), options: options)
    }

    func code(
        _ target: OpenTarget = OpenTarget(),
        over transport: some Transport,
        to destination: Request.DownloadDestination? = nil
    ) async -> TernError.Code? {
        await #expect(throws: TernError.self) { try await download(target, over: transport, to: destination) }?.code
    }

    // MARK: - Resuming

    @Test func restIsAppendedAndTheResponseIsThatOfTheWhole() async throws {
        let transport = transport(Self.lost("0123", "45"), Self.part("6789", "bytes 6-9/10"))
        #expect(await code(over: transport) == .connectionLost)
        var target = OpenTarget()
        // The part has neither the status nor the media type that the target accepts.
        target.validation = Validation(statusCodes: .list([200]), mediaTypes: ["text/plain"])

        let response = try await download(target, over: transport)

        let request = try #require(transport.requests.value.last)
        #expect(request.headers["Range"] == "bytes=6-")
        #expect(request.headers["If-Range"] == "\"v1\"")
        #expect(request.headers["Accept-Encoding"] == "identity")
        #expect(response.statusCode == 200)
        #expect(response.headers["Content-Length"] == "10")
        #expect(response.headers["Content-Type"] == "text/plain")
        #expect(response.request?.headers.contains("Range") == false)
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func interruptedRestIsContinued() async throws {
        let lostPart: ScriptedTransport.Step = { request in
            var response = try Self.lost("56")(request)
            response.statusCode = 206
            response.headers = ["ETag": "\"v1\"", "Content-Range": "bytes 5-9/10", "Content-Length": "5"]
            return response
        }
        let transport = transport(Self.lost("01234"), lostPart, Self.part("789", "bytes 7-9/10"))
        for _ in 0..<2 { #expect(await code(over: transport) == .connectionLost) }

        try await download(over: transport)

        #expect(transport.requests.value.map { $0.headers["Range"] } == [nil, "bytes=5-", "bytes=7-"])
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func lastByteOfACompletePartialFileIsRequestedAgain() async throws {
        let transport = transport(Self.lost("0123456789"), Self.part("9", "bytes 9-9/10"))
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(transport.requests.value.last?.headers["Range"] == "bytes=9-")
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func bodyWithoutAnnouncedLengthIsContinued() async throws {
        let transport = transport(Self.lost("012", headers: ["ETag": "\"v1\""]), Self.part("34", "bytes 3-4/5"))
        #expect(await code(over: transport) == .connectionLost)

        let response = try await download(over: transport)

        #expect(response.headers["Content-Length"] == "5")
        #expect(try folder.contents() == ["text": "01234"])
    }

    @Test(
        arguments: [
            ["Content-Length": "10"], ["ETag": "W/\"v1\""], ["ETag": "v1"], ["ETag": "\"v1\", \"v2\""],
            ["ETag": "\"v1\"", "Content-Encoding": "gzip"], ["ETag": "\"v1\"", "Accept-Ranges": "none"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:36 GMT"],
            [
                "ETag": "W/\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                "Date": "Mon, 07 Nov 1994 08:49:37 GMT",
            ],
        ] as [HTTPHeaders]
    )
    func responseThatCannotBeContinuedLeavesNoFile(headers: HTTPHeaders) async throws {
        #expect(await code(over: transport(Self.lost("012", headers: headers))) == .connectionLost)
        #expect(try folder.contents() == [:])
    }

    @Test func strongDateIsAValidator() async throws {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let headers: HTTPHeaders = ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"]
        let transport = transport(Self.lost("012", headers: headers), Self.part("34", "bytes 3-4/5", headers: headers))
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(transport.requests.value.last?.headers["If-Range"] == modified)
        #expect(try folder.contents() == ["text": "01234"])
    }

    @Test func onlyPlainGETRequestsAreContinued() async throws {
        for target in [
            OpenTarget(method: .post), OpenTarget(headers: ["Range": "bytes=0-9"]),
            OpenTarget(headers: ["If-Match": "*"]),
        ] {
            let transport = transport(Self.lost("012345"), Self.whole("complete"))
            #expect(await code(target, over: transport) == .connectionLost)
            #expect(try folder.contents() == [:])
            try await download(target, over: transport)
            #expect(transport.requests.value.last?.headers["Range"] == target.headers["Range"])
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test func destinationThatDoesNotResumeLeavesNoFile() async throws {
        let destination = Request.DownloadDestination.file(file, resumes: false)
        #expect(await code(over: transport(Self.lost("012")), to: destination) == .connectionLost)
        #expect(try folder.contents() == [:])
    }

    @Test func partialFileOfAnotherURLIsDiscarded() async throws {
        let transport = transport(Self.lost("012345"), Self.lost("abc"), Self.part("def", "bytes 3-5/10"))
        #expect(await code(over: transport) == .connectionLost)

        #expect(await code(OpenTarget(path: "/others"), over: transport) == .connectionLost)

        #expect(transport.requests.value.last?.headers.contains("Range") == false)
        #expect(try folder.contents().values.contains("abc"))
        #expect(try folder.contents().count == 2)
    }

    @Test(arguments: ["", "{", "{}", #"{"version":99}"#])
    func damagedInformationIsDiscarded(text: String) async throws {
        let transport = transport(Self.lost("012345"), Self.whole("complete"))
        #expect(await code(over: transport) == .connectionLost)
        let name = try #require(try folder.contents().keys.first { $0.hasSuffix(".info") })
        try Data(text.utf8).write(to: folder.url.appending(path: name))

        try await download(over: transport)

        #expect(transport.requests.value.last?.headers.contains("Range") == false)
        #expect(try folder.contents() == ["text": "complete"])
    }

    @Test func partialFileThatIsTooLongIsDiscarded() async throws {
        let transport = transport(Self.lost("012345"), Self.whole("complete"))
        #expect(await code(over: transport) == .connectionLost)
        let name = try #require(try folder.contents().keys.first { $0.hasSuffix(".partial") })
        try Data("0123456789+".utf8).write(to: folder.url.appending(path: name))

        try await download(over: transport)

        #expect(transport.requests.value.last?.headers.contains("Range") == false)
        #expect(try folder.contents() == ["text": "complete"])
    }

    @Test func informationHoldsNoURL() async throws {
        let target = OpenTarget(path: "/things", task: .query(["token": "hunter2"]))
        #expect(await code(target, over: transport(Self.lost("012"))) == .connectionLost)
        let files = try folder.contents()
        #expect(files.count == 2)
        #expect(!files.contains { ($0.key + $0.value).contains("hunter2") || $0.value.contains("example.com") })
    }

    @Test func errorKeepsThePartialFile() async throws {
        let transport = transport(Self.lost("012345"), Self.whole("busy"), Self.part("6789", "bytes 6-9/10"))
        let busy = ScriptedTransport(steps: [Self.part(#"{"a":1}"#, nil, status: 503)])
        #expect(await code(over: transport) == .connectionLost)

        let progress = Watched<[TransferProgress]>([])
        let error = await #expect(throws: TernError.self) {
            try await download(over: busy, options: CallOptions { progress.append($0) })
        }

        // Of the response to a request for a part, as of any other response.
        #expect(progress.value == [TransferProgress(receivedBytes: 7)])
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.data == Data(#"{"a":1}"#.utf8))
        #expect(try folder.contents().values.contains("012345"))
    }
}
