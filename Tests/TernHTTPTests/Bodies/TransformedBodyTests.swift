import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP

/// A stream whose chunks pass through closures. The source is a channel, as with an engine.
@Suite(.timeLimit(.minutes(20)))
struct TransformedBodyTests {
    /// An object that only the closures of a stream hold.
    private final class Held: Sendable {
        private let onRelease: @Sendable () -> Void
        let events = Watched<[String]>([])

        init(onRelease: @escaping @Sendable () -> Void) {
            self.onRelease = onRelease
        }

        deinit {
            onRelease()
        }
    }

    private let isAbandoned = Watched(false)
    private let isReleased = Watched(false)
    private let events = Watched<[String]>([])
    private let channel: BodyChannel
    /// Held as long as the test runs.
    private let source: BodyStream
    private let metrics = Response.Metrics(total: .seconds(1), receivedBodyBytes: 9)

    init() {
        channel = BodyChannel(onRoom: {}, onAbandon: { [isAbandoned] in isAbandoned.update { $0 = true } })
        source = BodyStream(channel)
    }

    private func push(_ texts: String...) {
        for text in texts { _ = channel.push(Data(text.utf8)) }
    }

    private func finish() {
        channel.finish(.success(()), metrics: metrics, trailers: ["X-Sum": "1"])
    }

    /// The source with its texts in uppercase, and an exclamation mark at the end.
    private func stream() -> BodyStream {
        let held = Held { [isReleased] in isReleased.update { $0 = true } }
        let events = events
        return source.transformed { chunk in
            let text = String(decoding: chunk, as: UTF8.self)
            withExtendedLifetime(held) { events.append(text) }
            if text == "bad" { throw Broken() }
            return Data(text == "nothing" ? "".utf8 : text.uppercased().utf8)
        } atEnd: { trailers in
            withExtendedLifetime(held) { events.append("end \(trailers["X-Sum"] ?? "")") }
            return Data("!".utf8)
        }
    }

    private func texts(_ stream: BodyStream) async throws -> [String] {
        var texts: [String] = []
        for try await piece in stream { texts.append(String(decoding: piece, as: UTF8.self)) }
        return texts
    }

    @Test func readerReceivesTheChunksOfTheClosures() async throws {
        let stream = stream()
        push("a", "nothing", "b")
        finish()
        #expect(stream.trailers.isEmpty && stream.metrics == nil)

        #expect(try await texts(stream) == ["A", "B", "!"])

        #expect(events.value == ["a", "nothing", "b", "end 1"])
        #expect(stream.trailers == ["X-Sum": "1"])
        #expect(stream.metrics == metrics)
        #expect(isReleased.value)
        #expect(try await texts(stream) == [])
    }

    @Test func closureAtTheEndIsNotNeeded() async throws {
        let stream = source.transformed { $0 + $0 }
        push("ab")
        finish()
        #expect(try await texts(stream) == ["abab"])
    }

    @Test func transformedStreamCanBeTransformedAgain() async throws {
        let stream = stream().transformed { Data("<".utf8) + $0 + Data(">".utf8) }
        push("a")
        finish()
        #expect(try await texts(stream) == ["<A>", "<!>"])
        #expect(stream.trailers == ["X-Sum": "1"])
        #expect(stream.metrics == metrics)
    }

    @Test func metricsCountEarlierRequests() async throws {
        let stream = source.counting(earlierRequests: 2).transformed { $0 }
        finish()
        _ = try await texts(stream)
        #expect(stream.metrics?.sentRequests == 3)
    }

    @Test func leavingTheLoopEndsTheExchange() async throws {
        let stream = stream()
        push("a", "b")

        for try await _ in stream { break }

        #expect(isAbandoned.value)
        #expect(isReleased.value)
        #expect(events.value == ["a"])
        #expect(await failure { try await texts(stream) }?.code == .cancelled)
    }

    @Test func releasingTheStreamEndsTheExchange() {
        var stream: BodyStream? = stream()
        #expect(!isAbandoned.value)
        withExtendedLifetime(stream) {}

        stream = nil

        #expect(isAbandoned.value)
        #expect(isReleased.value)
    }

    @Test func cancellingTheReaderEndsTheExchange() async throws {
        let stream = stream()
        push("a")
        let reader = Task { try await texts(stream) }
        await events.entries(atLeast: 1)

        reader.cancel()

        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(isAbandoned.value)
        #expect(isReleased.value)
        #expect(events.value == ["a"])
    }

    @Test func timeoutEndsTheExchangeAfterTheChunksThatHaveArrived() async throws {
        let clock = ManualClock()
        let stream = BodyStream(stream(), until: Deadline(after: .seconds(5), on: clock))
        var iterator = stream.makeAsyncIterator()
        push("a", "b")
        #expect(try await iterator.next() == Data("A".utf8))

        clock.advance(by: .seconds(6))

        #expect(try await iterator.next() == Data("B".utf8))
        #expect(isAbandoned.value)
        #expect(await failure { try await stream.next() }?.code == .timedOut)
        #expect(isReleased.value)
        #expect(events.value == ["a", "b"])
        #expect(try await iterator.next() == nil)
    }

    @Test func timeoutEndsAReaderThatWaits() async throws {
        let clock = ManualClock()
        let stream = BodyStream(stream(), until: Deadline(after: .seconds(5), on: clock))
        let reader = Task { try await texts(stream) }
        await clock.waitForSleepers(atLeast: 1)

        clock.advance(by: .seconds(5))

        #expect(await failure { try await reader.value }?.code == .timedOut)
        #expect(isAbandoned.value)
        #expect(isReleased.value)
    }

    @Test func errorOfTheSourceFollowsTheChunksBeforeIt() async throws {
        let stream = stream()
        push("a")
        channel.finish(.failure(TernError(.connectionLost)))
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("A".utf8))

        #expect(await failure { try await stream.next() }?.code == .connectionLost)

        #expect(isReleased.value)
        #expect(events.value == ["a"])
        #expect(try await iterator.next() == nil)
    }

    @Test func errorOfAClosureEndsTheExchange() async throws {
        let stream = stream()
        push("a", "bad", "b")

        let error = await #expect(throws: TernError.self) { try await texts(stream) }

        #expect(error?.code == .transportFailed)
        #expect(error?.underlying is Broken)
        #expect(isAbandoned.value)
        #expect(isReleased.value)
        #expect(events.value == ["a", "bad"])
    }

    @Test func errorAtTheEndFailsTheBody() async throws {
        let stream = source.transformed {
            $0
        } atEnd: { _ in
            throw TernError(.malformedResponse)
        }
        push("a")
        finish()

        #expect(await failure { try await texts(stream) }?.code == .malformedResponse)

        #expect(stream.trailers.isEmpty)
    }

    @Test func secondReaderFailsWhileTheFirstWaits() async throws {
        let (hasBegun, mayGoOn) = (Watched(false), Watched(false))
        let stream = source.transformed { chunk in
            hasBegun.update { $0 = true }
            await mayGoOn.value { $0 }
            return chunk
        }
        push("a")
        finish()
        let reader = Task { try await stream.next() }
        await hasBegun.value { $0 }

        #expect(await failure { try await stream.next() }?.code == .transportFailed)
        mayGoOn.update { $0 = true }

        #expect(try await reader.value == Data("a".utf8))
        #expect(try await stream.next() == nil)
    }
}
