import Foundation
import Tern
import TernTesting
import TernURLSession
import TestDoubles
import Testing

/// A transport may return a body in any form. The call receives it in the form that its request requires.
@Suite(.timeLimit(.minutes(20)))
struct ResponseDeliveryTests {
    enum Place: CaseIterable { case data, file, stream }

    private let folder = TemporaryFolder()
    private let text = "a body in three pieces"

    private func pieces(endingWith error: (any Error)? = nil) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            for piece in ["a body ", "", "in three ", "pieces"] { continuation.yield(Data(piece.utf8)) }
            continuation.finish(throwing: error)
        }
    }

    private func body(in place: Place) throws -> Response.Body {
        switch place {
        case .data: return .data(Data(text.utf8))
        case .file: return .file(try folder.file("received", Data(text.utf8)))
        case .stream: return .stream(BodyStream(pieces(), trailers: { ["X-Sum": "1"] }))
        }
    }

    private func request(_ body: Response.Body, to delivery: Request.Delivery) async throws(TernError) -> Response {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.delivery = delivery
                return request
            },
            transport: RecordingTransport { _ in Response(statusCode: 200, body: body) }
        )
        return try await provider.request(OpenTarget())
    }

    /// A part of a body (status 206), the `Range` of its request, and whether it is what the request asked for.
    struct Part: Sendable {
        var range: String?
        var contentRange: String?
        var isAsked = false
    }

    @Test(arguments: [
        Part(), Part(contentRange: "bytes 0-4/10"), Part(contentRange: "bytes 5-9/10"),
        Part(contentRange: "bytes 0-9/*"),
        Part(contentRange: "bytes 0-9/10", isAsked: true),
        Part(range: "bytes=2-5"), Part(range: "bytes=2-5", contentRange: "bytes 0-3/10"),
        Part(range: "bytes=2-5", contentRange: "bytes 2-6/10"), Part(range: "bytes=2-5", contentRange: "bytes 2-5"),
        Part(range: "bytes=2-5", contentRange: "bytes 2-5/10", isAsked: true),
        Part(range: "bytes=2-5", contentRange: "bytes 2-4/5", isAsked: true),
        Part(range: "bytes=2-", contentRange: "bytes 2-9/10", isAsked: true),
        Part(range: "bytes=2-", contentRange: "bytes 3-9/10"),
        Part(range: "bytes=-3", contentRange: "bytes 7-9/10", isAsked: true),
        Part(range: "bytes=-3", contentRange: "bytes 5-9/10"), Part(range: "bytes=-3", contentRange: "bytes 0-2/10"),
        Part(range: "bytes=0-1,4-5", isAsked: true), Part(range: "items=0-1", isAsked: true),
    ])
    func partThatWasNotAskedForIsNoWholeBody(part: Part) async throws {
        let folder = TemporaryFolder()
        let deliveries = [
            Request.Delivery.collected(), .streamed, .download(.file(folder.url.appending(path: "a"), resumes: false)),
        ]
        for delivery in deliveries {
            let provider = Provider<OpenTarget>(
                requestClosure: { endpoint, _ in
                    var request = try endpoint.request()
                    request.headers["Range"] = part.range
                    request.delivery = delivery
                    return request
                },
                transport: RecordingTransport { _ in
                    let headers = HTTPHeaders(part.contentRange.map { ["Content-Range": $0] } ?? [:])
                    return Response(statusCode: 206, data: Data("ab".utf8), headers: headers)
                }
            )

            var code: TernError.Code?
            do throws(TernError) { _ = try await provider.request(OpenTarget()) } catch { code = error.code }

            #expect(code == (part.isAsked ? nil : .malformedResponse), "\(delivery)")
        }
    }

    @Test(arguments: Place.allCases) func bodyIsCollected(from place: Place) async throws {
        let response = try await request(body(in: place), to: .collected())

        #expect(try response.string() == text)
        #expect(response.trailers == (place == .stream ? ["X-Sum": "1"] : [:]))
    }

    @Test func bodyAboveTheLimitSaysTheStatusOfAFailedRequest() async throws {
        let server = try LoopbackServer { _ in .text("too large", status: 500) }
        var providers = [
            Provider<OpenTarget>(transport: .platform), Provider<OpenTarget>(transport: URLSessionTransport()),
        ]
        providers.append(
            Provider<OpenTarget>(
                endpointClosure: { target in
                    Endpoint(url: "https://a.example", sampleResponseClosure: { .text("too large", status: 500) })
                },
                stubClosure: Provider<OpenTarget>.immediatelyStub
            )
        )

        for provider in providers {
            let options = CallOptions(delivery: .collected(limit: 5))
            let error = await #expect(throws: TernError.self) {
                try await provider.request(OpenTarget(baseURL: server.url), options: options)
            }
            #expect(error?.code == .bodyTooLarge)
            #expect(error?.reason == "The body is larger than the limit of 5 bytes. The response has status 500.")
        }
    }

    @Test func schemeCanBeInCapitalLetters() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let text = server.url.absoluteString.replacingOccurrences(of: "http:", with: "HTTP:")
        let url = try #require(URL(string: text))

        for provider in [
            Provider<OpenTarget>(transport: .platform), Provider<OpenTarget>(transport: URLSessionTransport()),
        ] {
            let response = try await provider.request(OpenTarget(baseURL: url))
            #expect(try response.string() == "ok")
        }
    }

    @Test(arguments: Place.allCases) func bodyAboveTheLimitIsNotCollected(from place: Place) async throws {
        let body = try body(in: place)
        let error = await #expect(throws: TernError.self) {
            try await request(body, to: .collected(limit: text.utf8.count - 1))
        }
        #expect(error?.code == .bodyTooLarge)
        #expect(
            try await request(self.body(in: place), to: .collected(limit: text.utf8.count)).data.count == text.count
        )
    }

    @Test(arguments: Place.allCases) func bodyIsStreamed(from place: Place) async throws {
        let response = try await request(body(in: place), to: .streamed)

        let stream = try #require(response.stream)
        #expect(response.data.isEmpty)
        var received = Data()
        for try await piece in stream {
            #expect(!piece.isEmpty)
            received += piece
        }
        #expect(String(decoding: received, as: UTF8.self) == text)
        #expect(stream.trailers == (place == .stream ? ["X-Sum": "1"] : [:]))
    }

    @Test(arguments: Place.allCases) func bodyReplacesAFile(from place: Place) async throws {
        let file = try folder.file("wanted", Data("what stood there before, and was longer".utf8))

        let response = try await request(body(in: place), to: .download(.file(file, resumes: false)))

        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        guard case .file(file) = response.body else {
            Issue.record("The body is \(response.body).")
            return
        }
        #expect(response.data.isEmpty)
    }

    @Test(arguments: [.collected(), .download(.file(URL(filePath: "/"))), .streamed] as [Request.Delivery])
    func stubsSupportEveryDelivery(_ delivery: Request.Delivery) async throws {
        let file = folder.url.appending(path: "stubbed")
        let isDownload = if case .download = delivery { true } else { false }
        let wanted = isDownload ? .download(.file(file, resumes: false)) : delivery
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.delivery = wanted
                return request
            },
            stubClosure: Provider.immediatelyStub
        )

        let response = try await provider.request(OpenTarget(sampleData: Data(text.utf8)))

        switch (delivery, response.body) {
        case (.collected, .data(let data)): #expect(data == Data(text.utf8))
        case (.download, .file(let url)): #expect(try Data(contentsOf: url) == Data(text.utf8))
        case (.streamed, .stream(let stream)): #expect(try await stream.collected() == Data(text.utf8))
        default: Issue.record("\(delivery) gave \(response.body).")
        }
    }

    @Test func errorOfASequenceIsATransportError() async throws {
        let lost = Response.Body.stream(BodyStream(pieces(endingWith: URLError(.networkConnectionLost))))
        let broken = Response.Body.stream(BodyStream(pieces(endingWith: Broken())))

        #expect(
            await #expect(throws: TernError.self) { try await request(lost, to: .collected()) }?.code == .connectionLost
        )
        let error = await #expect(throws: TernError.self) { try await request(broken, to: .collected()) }
        #expect(error?.code == .transportFailed)
        #expect(error?.underlying is Broken)
        let stream = try #require(
            try await request(.stream(BodyStream(pieces(endingWith: Broken()))), to: .streamed).stream
        )
        await #expect(throws: TernError.self) { for try await _ in stream {} }
    }

    @Test func fileThatCannotBeReadIsAnError() async throws {
        let missing = Response.Body.file(folder.url.appending(path: "missing"))
        let error = await #expect(throws: TernError.self) { try await request(missing, to: .collected()) }
        #expect(error?.code == .fileFailed)
        #expect(error?.reason.contains("missing") == true)
    }

    @Test func slowReaderSlowsASequenceDown() async throws {
        let askedCount = Locked(0)
        let endless = AsyncStream<Data> {
            askedCount.withLock { $0 += 1 }
            return Data("piece".utf8)
        }
        var iterator = BodyStream(endless).makeAsyncIterator()

        for _ in 0..<3 { _ = try await iterator.next() }

        #expect(askedCount.withLock(\.self) == 3)
    }

    @Test(arguments: [Place.data, .file]) func streamOfABodyThatHasArrivedKeepsTrailersAndMetrics(
        place: Place
    ) async throws {
        let metrics = Response.Metrics(total: .seconds(2))
        let body = try body(in: place)
        let transport = RecordingTransport { _ in
            Response(statusCode: 200, body: body, trailers: ["X-Sum": "1"], metrics: metrics)
        }
        let provider = Provider<OpenTarget>(transport: transport)

        let response = try await provider.stream(OpenTarget()).response
        let stream = try #require(response.stream)

        #expect(try await stream.collected() == Data(text.utf8))
        #expect(stream.trailers == ["X-Sum": "1"])
        #expect(stream.metrics == metrics)
        #expect(response.trailers == ["X-Sum": "1"])
        #expect(response.metrics == metrics)
    }

    @Test(arguments: [Request.Delivery.collected(), .streamed])
    func streamOfATransportHasMetricsAtItsEnd(delivery: Request.Delivery) async throws {
        let metrics = Response.Metrics(total: .seconds(2), receivedBodyBytes: 22)
        let stream = BodyStream(pieces(), metrics: { metrics })
        #expect(stream.metrics == nil)

        let response = try await request(.stream(stream), to: delivery)
        for try await _ in response.stream ?? BodyStream(pieces()) {}

        #expect(response.stream.map(\.metrics) ?? response.metrics == metrics)
    }
}
