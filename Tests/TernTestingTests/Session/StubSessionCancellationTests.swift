import Foundation
import Tern
import TernTesting
import TestRounds
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubSessionCancellationTests {
    private let url = URL(string: "https://api.example.com/")!

    @Test func taskThatNeverStartsSendsNoRequest() async throws {
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .status(200) }

        let error = try await #require(throws: URLError.self) {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let task = stub.session.dataTask(with: url) { _, _, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(()))
                }
                task.cancel()
            }
        }

        #expect(error.code == .cancelled)
        #expect(journal.events.isEmpty)
    }

    @Test func cancelWhileHeldEndsTheTaskAtOnce() async throws {
        let journal = Journal()
        let gate = SampleGate()
        let stub = StubSession(journal: journal) { _ in .status(200).held(by: gate) }
        let call = Task { [url] in try await stub.session.data(from: url) }

        await gate.waitForArrivals(atLeast: 1)
        call.cancel()

        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .cancelled)
        #expect(
            journal.events.map(\.description) == [
                "began ", "sent GET https://api.example.com/", "failed cancelled", "ended cancelled",
            ]
        )
        #expect(journal.findings().isEmpty)
        gate.release()
    }

    @Test func cancelWhileABodyIsHeldEndsTheTaskAtOnce() async throws {
        let journal = Journal()
        let gate = SampleGate()
        let stub = StubSession(journal: journal) { _ in .text("body").held(by: gate, after: 2) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: url)

        task.resume()
        await gate.waitForArrivals(atLeast: 1)
        task.cancel()
        await delegate.end()
        gate.release()

        #expect(delegate.events == ["200", "bo", "error -999"])
        #expect(journal.events.map(\.description).suffix(3) == ["received 2", "failed cancelled", "ended cancelled"])
        #expect(journal.findings().isEmpty)
        session.finishTasksAndInvalidate()
    }

    @Test func cancelBetweenPiecesDropsTheRest() async {
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .chunked(["a", "b", "c"].map { Data($0.utf8) }) }
        let delegate = RecordingDelegate(onData: { $0.cancel() })
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await delegate.end()

        #expect(delegate.events == ["200", "a", "error -999"])
        #expect(journal.events.map(\.description).suffix(3) == ["received 1", "failed cancelled", "ended cancelled"])
        session.finishTasksAndInvalidate()
    }

    @Test func invalidatedSessionCancelsHeldResponses() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .status(200).held(by: gate) }
        let call = Task { [url] in try await stub.session.data(from: url) }

        await gate.waitForArrivals(atLeast: 1)
        stub.session.invalidateAndCancel()

        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .cancelled)
        gate.release()
    }

    @Test func cancelThatRacesWithTheResponseOfAnAsyncMethodEndsIt() async {
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .text("response") }

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [url] in
                    for turn in stride(from: 0, to: 100, by: Rounds.areComplete ? 1 : 4) {
                        let call = Task { try await stub.session.data(from: url).0.count }
                        for _ in 0..<turn % 40 { await Task.yield() }
                        call.cancel()
                        let result = await call.result
                        if case .failure(let error) = result { #expect((error as? URLError)?.code == .cancelled) }
                    }
                }
            }
        }

        #expect(journal.findings().isEmpty)
    }

    @Test func cancelThatRacesWithACompletionHandlerEndsTheTask() async {
        let stub = StubSession { _ in .text("response") }

        for turn in 0..<2_000 {
            await withCheckedContinuation { continuation in
                let task = stub.session.dataTask(with: url) { _, _, _ in continuation.resume() }
                task.resume()
                for _ in 0..<turn % 500 { _ = task.state }
                task.cancel()
            }
        }
    }

    @Test func cancelThatRacesWithPiecesForADelegateEndsTheTask() async {
        let stub = StubSession { _ in .chunked(["a", "b", "c"].map { Data($0.utf8) }) }

        for turn in 0..<300 {
            let delegate = RecordingDelegate()
            let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: url)
            task.resume()
            for _ in 0..<turn { _ = task.state }
            task.cancel()
            await delegate.end()
            #expect(["end", "error -999"].contains(delegate.events.last))
            session.finishTasksAndInvalidate()
        }
    }
}
