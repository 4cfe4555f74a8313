import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Streams of stubbed responses, and their errors.
@Suite(.timeLimit(.minutes(20)))
struct ResponseStreamTests {
    private struct Entry: Codable, Equatable { let id: Int }

    private func stream(_ sample: SampleResponse) async throws -> ResponseStream {
        try await Provider<OpenTarget>(returning: sample).stream(OpenTarget())
    }

    private func text(_ text: String, pieces: Int = 3) -> SampleResponse { .text(text).inPieces(pieces) }

    private func collected<Sequence: AsyncSequence>(_ sequence: Sequence) async throws -> [Sequence.Element] {
        var elements: [Sequence.Element] = []
        for try await element in sequence { elements.append(element) }
        return elements
    }

    /// The error with which a loop over the sequence ends.
    private func error(of sequence: some AsyncSequence) async -> TernError? {
        await #expect(throws: TernError.self) { for try await _ in sequence {} }
    }

    @Test func headComesBeforeTheChunks() async throws {
        let gate = SampleGate()
        let stream = try await stream(text("abcdef").held(by: gate, after: 0))

        #expect(stream.response.statusCode == 200)
        #expect(stream.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(stream.response.request?.url.path == "/things")
        gate.release()
        #expect(try await collected(stream) == ["ab", "cd", "ef"].map { Data($0.utf8) })
    }

    @Test func anyProviderTypeStreams() async throws {
        let provider: any ProviderType<OpenTarget> = Provider<OpenTarget>(returning: .text("a\nb"))

        let stream = try await provider.stream(OpenTarget())

        #expect(try await collected(stream.lines()) == ["a", "b"])
    }

    @Test func linesEndWithAnyLineEnding() async throws {
        let stream = try await stream(text("a\nb\r\nc\rd", pieces: 9))
        #expect(try await collected(stream.lines()) == ["a", "b", "c", "d"])
    }

    @Test func lineAboveTheLimitIsAnError() async throws {
        let error = await error(of: try await stream(text("a\nbcdef\n")).lines(limit: 4))
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.reason == "Line 2 is longer than the limit of 4 bytes.")
        #expect(error?.target is OpenTarget)
        #expect(error?.request != nil)
    }

    @Test func lineOfInvalidUTF8IsAnError() async throws {
        let error = await error(of: try await stream(.data(Data("a\n".utf8) + [0xFF, 0x0A])).lines())
        #expect(error?.code == .decodingFailed)
        #expect(error?.reason == "Line 2 isn't valid UTF-8.")
        #expect(error?.response?.statusCode == 200)
    }

    @Test func jsonLinesAreDecoded() async throws {
        let lines = "{\"id\":1}\n\n  \r\n{\"id\":2}\r{\"id\":3}"
        let stream = try await stream(text(lines, pieces: 20))
        #expect(try await collected(stream.jsonLines(as: Entry.self)).map(\.id) == [1, 2, 3])
    }

    @Test func stringsInJSONLinesAreDecoded() async throws {
        let stream = try await stream(text("\"a\"\n\"b\\n\"\n"))
        #expect(try await collected(stream.jsonLines(as: String.self)) == ["a", "b\n"])
        let optional = try await self.stream(text("\"a\"\nnull\n"))
        #expect(try await collected(optional.jsonLines(as: String?.self)) == ["a", nil])
        let bytes = try await self.stream(text("\"YQ==\"\n"))
        #expect(try await collected(bytes.jsonLines(as: Data.self)) == [Data("a".utf8)])
        #expect(await error(of: try await self.stream(text("a\n")).jsonLines(as: String.self))?.code == .decodingFailed)
    }

    @Test func jsonLinesAsNoContentAreNotParsed() async throws {
        let stream = try await stream(text("{}\nno JSON\n"))
        #expect(try await collected(stream.jsonLines(as: NoContent.self)).count == 2)
    }

    @Test func errorOfAJSONLineNamesTheLineAndTheCodingPath() async throws {
        let stream = try await stream(text("{\"id\":1}\n\n{\"id\":\"x\"}\n{\"id\":3}\n"))
        let error = await error(of: stream.jsonLines(as: Entry.self))
        #expect(error?.code == .decodingFailed)
        #expect(error?.reason.hasPrefix("Line 3: Decoding Entry at \"id\": expected Int, found string.") == true)
        #expect(error?.response?.data == Data("{\"id\":\"x\"}".utf8))
        #expect(error?.target is OpenTarget)
    }

    @Test func eventsAreParsed() async throws {
        let events = [ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b\nc", event: "x", id: "2")]
        #expect(try await collected(try await stream(.events(events)).events()) == events)
        #expect(try await collected(try await stream(.status(204)).events()) == [])
    }

    @Test func eventsOfAnotherMediaTypeAreAnError() async throws {
        let error = await error(of: try await stream(text("data: 1\n\n")).events())
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.response?.data == Data("data: 1\n\n".utf8))
        #expect(error?.reason == "Content-Type text/plain; charset=utf-8 isn't text/event-stream.")
    }

    @Test func parametersOfTheMediaTypeAreIgnored() async throws {
        let sample = SampleResponse.events(
            [ServerSentEvent(data: "a")],
            headers: ["Content-Type": "Text/Event-Stream; charset=utf-8"]
        )
        #expect(try await collected(try await stream(sample).events()).count == 1)
    }

    @Test func unacceptableStatusIsAnErrorWithItsBody() async throws {
        let error = await #expect(throws: TernError.self) {
            try await stream(.json(["message": "no"], status: 403).inPieces(3))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.data == Data(#"{"message":"no"}"#.utf8))
    }

    @Test func errorInMidBodyComesAfterItsChunks() async throws {
        let stream = try await stream(text("abcdef").breakingOff(after: 3))
        var iterator = stream.makeAsyncIterator()

        #expect(try await iterator.next() == Data("ab".utf8))
        #expect(try await iterator.next() == Data("c".utf8))
        let error = await #expect(throws: TernError.self) { try await iterator.next() }
        #expect(error?.code == .connectionLost)
        #expect(error?.target is OpenTarget)
        #expect(error?.attempts == 1)
        #expect(try await iterator.next() == nil)
    }

    @Test func errorIsThrownOnlyOnce() async throws {
        var lines = try await stream(text("a\nb").breakingOff(after: 2)).lines().makeAsyncIterator()
        #expect(try await lines.next() == "a")
        await #expect(throws: TernError.self) { try await lines.next() }
        #expect(try await lines.next() == nil)
    }

    @Test func cancelledReaderGetsACancelledError() async throws {
        let gate = SampleGate()
        let stream = try await stream(text("abcdef").held(by: gate, after: 2))
        let reader = Task { for try await _ in stream {} }

        await gate.waitForArrivals(atLeast: 1)
        reader.cancel()

        let error = await #expect(throws: TernError.self) { try await reader.value }
        #expect(error?.code == .cancelled)
        #expect(error?.target is OpenTarget)
    }

    /// The iterator of such a sequence returns `nil` in a cancelled task, as at the end.
    @Test func cancelledReaderOfASequenceGetsACancelledError() async throws {
        let (pieces, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let transport = RecordingTransport { _ in Response(statusCode: 200, body: .stream(BodyStream(pieces))) }
        let stream = try await Provider<OpenTarget>(transport: transport).stream(OpenTarget())
        let lines = Watched<[String]>([])
        let reader = Task { for try await line in stream.lines() { lines.append(line) } }

        continuation.yield(Data("a line\na part of a li".utf8))
        await lines.entries(atLeast: 1)
        reader.cancel()

        #expect(await failure { try await reader.value }?.code == .cancelled)
        #expect(lines.value == ["a line"])
    }

    @Test func secondLoopAfterAnEarlyEndIsAnError() async throws {
        let stream = try await stream(text("a\nb\nc\n"))
        for try await line in stream.lines() where line == "a" { break }
        #expect(await error(of: stream.lines())?.code == .cancelled)
    }

    @Test func secondLoopAfterAnEarlyEndIsAnErrorEvenIfTheBodyHadArrived() async throws {
        let stream = try ResponseStream(Response(statusCode: 200, data: Data("a\nb\nc\n".utf8)))
        for try await line in stream.lines() where line == "a" { break }
        for _ in 0..<2 { #expect(await error(of: stream.lines())?.code == .cancelled) }
    }

    @Test func secondLoopAfterACompleteOneIsEmpty() async throws {
        let stream = try ResponseStream(Response(statusCode: 200, data: Data("a\nb\nc\n".utf8)))
        #expect(try await collected(stream.lines()) == ["a", "b", "c"])
        #expect(try await collected(stream.lines()) == [])
    }

    @Test func timeoutIncludesTheBody() async throws {
        let (clock, gate) = (ManualClock(), SampleGate())
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("abc").held(by: gate, after: 1)) },
            stubClosure: Provider.immediatelyStub,
            clock: clock
        )
        let stream = try await provider.stream(OpenTarget(timeout: .seconds(5)))
        let reader = Task { for try await _ in stream {} }

        await gate.waitForArrivals(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(5))

        #expect(await #expect(throws: TernError.self) { try await reader.value }?.code == .timedOut)
    }

    @Test func typedFailureNeedsNoCast() async throws {
        let stream = try await stream(text("abc").breakingOff(after: 1))
        do {
            for try await _ in stream {}
        } catch {
            #expect(error.code == .connectionLost)
        }
    }
}
