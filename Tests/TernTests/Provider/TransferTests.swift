import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TransferTests {
    private static let chunks = [Data(#"{"id":1,"#.utf8), Data(#""title":"#.utf8), Data(#""Blue"}"#.utf8)]

    private func provider(
        journal: Journal? = nil,
        _ sample: @escaping @Sendable () -> SampleResponse
    ) -> Provider<Music> {
        .stub(journal: journal) { _ in sample() }
    }

    @Test func valueComesAfterTheLastUpdate() async throws {
        let received = Locked<[Int64]>([])
        var updates: [TransferProgress] = []
        var values: [Album] = []

        for try await event in provider({ .chunked(Self.chunks) }).transfer(
            .album(1),
            options: CallOptions { progress in received.withLock { $0.append(progress.receivedBytes) } }
        ) {
            switch event {
            case .progress(let progress): updates.append(progress)
            case .value(let album): values.append(album)
            }
        }

        // The handler receives all updates, the sequence at least the last one.
        #expect(received.withLock { $0 } == [8, 16, 23])
        #expect(updates.last == TransferProgress(receivedBytes: 23, expectedReceivedBytes: 23))
        #expect(updates.last?.fractionCompleted == 1)
        #expect(values == [Album(id: 1, title: "Blue")])
    }

    @Test func valueCanComeFromAClosure() async throws {
        var count: Int?
        for try await event in provider({ .text("12") }).transfer(.count) {
            if case .value(let value) = event { count = value }
        }
        #expect(count == 12)
    }

    @Test func errorIsThrownOnceAfterTheUpdates() async throws {
        let transfer = provider { .chunked(Self.chunks).breakingOff(after: 10) }.transfer(.album(1))
        var iterator = transfer.makeAsyncIterator()
        var updates = 0
        let error = await failure { while case .progress? = try await iterator.next() { updates += 1 } }

        #expect(error?.code == .connectionLost)
        #expect(updates >= 1)
        #expect(try await iterator.next() == nil)
    }

    @Test func bodyThatIsNotTheValueIsAnError() async throws {
        let transfer = provider { .json(["id": "x"]) }.transfer(.album(1))
        let error = await failure { for try await _ in transfer {} }
        #expect(error?.code == .decodingFailed)
        #expect((error?.target as? Music) == Call<Music, Album>.album(1).target)
    }

    @Test func eachLoopMakesTheCall() async throws {
        let journal = Journal()
        let transfer = provider(journal: journal) { .json(["id": 1, "title": "Blue"]) }.transfer(.album(1))
        for _ in 0..<2 { for try await _ in transfer {} }
        #expect(journal.requests.count == 2)
    }

    @Test func leavingTheLoopCancelsTheCall() async throws {
        let journal = Journal()
        let gate = SampleGate()
        let provider = provider(journal: journal) { .chunked(Self.chunks).held(by: gate, after: 16) }

        for try await event in provider.transfer(.album(1)) {
            if case .progress = event { break }
        }

        try await journal.waitForRequests(atLeast: 1)
        await gate.waitForArrivals(atLeast: 1)
        await journal.settle()
        #expect(journal.calls(of: Music.self).map(\.outcome) == [.failure(.cancelled)])
    }

    @Test func cancellingTheReaderThrowsCancelled() async throws {
        let gate = SampleGate()
        let provider = provider { .text("hello").held(by: gate) }
        let reader = Task {
            for try await _ in provider.transfer(.motto) {}
        }
        await gate.waitForArrivals(atLeast: 1)

        reader.cancel()

        let error = await #expect(throws: TernError.self) { try await reader.value }
        #expect(error?.code == .cancelled)
    }
}
