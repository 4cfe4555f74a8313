import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TransferEventsTests {
    private static let chunks = [Data(count: 3), Data(count: 4), Data(count: 5)]

    private func provider(
        clock: any Clock<Duration> = ContinuousClock(),
        _ sample: @escaping @Sendable () -> SampleResponse
    ) -> Provider<OpenTarget> {
        .stub(clock: clock, journal: nil) { _ in sample() }
    }

    @Test func responseComesAfterTheLastUpdate() async throws {
        let provider = provider { .chunked(Self.chunks) }
        let received = Locked<[Int64]>([])
        var events: [TransferEvent] = []

        for try await event in provider.transfer(
            OpenTarget(),
            options: CallOptions { progress in received.withLock { $0.append(progress.receivedBytes) } }
        ) {
            events.append(event)
        }

        // The handler receives all updates, the sequence at least the last one.
        #expect(received.withLock { $0 } == [3, 7, 12])
        guard case .response(let response)? = events.popLast(), case .progress(let last)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(response.data.count == 12)
        #expect(last == TransferProgress(receivedBytes: 12, expectedReceivedBytes: 12))
        #expect(last.fractionCompleted == 1)
    }

    @Test func errorIsThrownOnceAfterTheUpdates() async throws {
        let provider = provider { .chunked(Self.chunks).breakingOff(after: 7) }
        var iterator = provider.transfer(OpenTarget()).makeAsyncIterator()
        var updates = 0
        var thrown: TernError?

        do {
            while case .progress? = try await iterator.next() { updates += 1 }
        } catch {
            thrown = error
        }

        #expect(thrown?.code == .connectionLost)
        #expect(updates >= 1)
        #expect(try await iterator.next() == nil)
    }

    @Test func eachIterationMakesTheCall() async throws {
        let journal = Journal()
        let provider = Provider<OpenTarget>.stub(journal: journal) { _ in .text("hello") }
        let transfer = provider.transfer(OpenTarget())

        for _ in 0..<2 {
            var last: TransferEvent?
            for try await event in transfer { last = event }
            guard case .response? = last else {
                Issue.record("\(String(describing: last))")
                return
            }
        }

        #expect(journal.requests.count == 2)
    }

    @Test func leavingTheLoopCancelsTheCall() async throws {
        let journal = Journal()
        let gate = SampleGate()
        let provider = Provider<OpenTarget>.stub(journal: journal) { _ in
            .chunked(Self.chunks).held(by: gate, after: 7)
        }

        for try await event in provider.transfer(OpenTarget()) {
            if case .progress = event { break }
        }

        try await journal.waitForRequests(atLeast: 1)
        await gate.waitForArrivals(atLeast: 1)
        await journal.settle()
        #expect(journal.calls(of: OpenTarget.self).map(\.outcome) == [.failure(.cancelled)])
    }

    @Test func cancellingTheReaderThrowsCancelled() async throws {
        let gate = SampleGate()
        let provider = provider { .text("hello").held(by: gate) }
        let reader = Task {
            for try await _ in provider.transfer(OpenTarget()) {}
        }
        await gate.waitForArrivals(atLeast: 1)

        reader.cancel()

        let error = await #expect(throws: TernError.self) { try await reader.value }
        #expect(error?.code == .cancelled)
    }

    // MARK: - Interval

    @Test func updatesWithinTheIntervalAreLeftOutButTheLast() async throws {
        let received = Locked<[Int64]>([])
        let provider = provider(clock: ManualClock()) { .chunked(Self.chunks) }

        _ = try await provider.request(
            OpenTarget(),
            options: CallOptions(
                progress: { progress in received.withLock { $0.append(progress.receivedBytes) } },
                progressInterval: .seconds(1)
            )
        )

        #expect(received.withLock { $0 } == [3, 12])
    }

    @Test func updatesAfterTheIntervalAreReceived() async throws {
        let clock = ManualClock()
        let received = Locked<[Int64]>([])
        let gate = SampleGate()
        let provider = provider(clock: clock) { .chunked(Self.chunks).held(by: gate, after: 7) }
        let call = Task {
            try await provider.request(
                OpenTarget(),
                options: CallOptions(
                    progress: { progress in received.withLock { $0.append(progress.receivedBytes) } },
                    progressInterval: .seconds(1)
                )
            )
        }
        await gate.waitForArrivals(atLeast: 1)
        clock.advance(by: .seconds(1))
        gate.release()

        _ = try await call.value

        // 3 at once, 7 within the interval, 12 after it.
        #expect(received.withLock { $0 } == [3, 12])
    }

    // MARK: - Foundation's progress

    @Test func progressOfFoundationIsUpdated() async throws {
        let progress = Progress(totalUnitCount: 0)
        let provider = provider { .chunked(Self.chunks) }

        _ = try await provider.request(OpenTarget(), options: CallOptions().reporting(to: progress))

        #expect(progress.totalUnitCount == 12)
        #expect(progress.completedUnitCount == 12)
        #expect(progress.fractionCompleted == 1)
    }

    private static let responses: [(name: String, response: @Sendable () -> SampleResponse)] = [
        ("a known length", { .chunked(chunks) }),
        ("an empty body", { .data(Data()) }),
        ("no content", { .status(204) }),
        ("not modified", { .status(304) }),
        ("a length of zero", { .status(200, headers: ["Content-Length": "0"]) }),
    ]

    @Test(arguments: responses.indices, [0, 20])
    func progressOfFoundationFinishesWithTheCall(index: Int, sentBytes: Int) async throws {
        let progress = Progress(totalUnitCount: 0)
        let provider = provider { Self.responses[index].response() }
        let task = sentBytes == 0 ? HTTPTask.plain : .data(Data(count: sentBytes))
        let target = OpenTarget(method: .post, task: task, validation: .none)

        let response = try await provider.request(target, options: CallOptions().reporting(to: progress))

        #expect(progress.isFinished && progress.fractionCompleted == 1, "\(Self.responses[index].name)")
        #expect(!progress.isIndeterminate)
        #expect(progress.completedUnitCount == max(1, Int64(sentBytes + response.data.count)))
    }

    @Test func progressOfFoundationFinishesBeforeTheCompletionClosure() async throws {
        let progress = Progress(totalUnitCount: 0)
        let provider = provider { .chunked(Self.chunks) }
        for queue in [nil, DispatchQueue(label: "callbacks")] {
            let isFinished = await withCheckedContinuation { continuation in
                let options = CallOptions().reporting(to: progress)
                _ = provider.request(OpenTarget(), options: options, callbackQueue: queue) { _ in
                    continuation.resume(returning: progress.isFinished)
                }
            }
            #expect(isFinished)
        }
    }

    @Test func progressOfFoundationStaysUnfinishedIfTheCallFails() async throws {
        let samples: [@Sendable () -> SampleResponse] = [
            { .chunked(Self.chunks).breakingOff(after: 7) }, { .text("broken", status: 500) }, { .status(500) },
        ]
        for sample in samples {
            let progress = Progress(totalUnitCount: 0)
            let provider = provider(sample)
            let options = CallOptions().reporting(to: progress)

            await #expect(throws: TernError.self) { try await provider.request(OpenTarget(), options: options) }

            #expect(!progress.isFinished)
            #expect(!progress.isCancelled)
        }
    }

    @Test func progressOfFoundationCanReportASecondCall() async throws {
        let progress = Progress(totalUnitCount: 0)
        let options = CallOptions().reporting(to: progress)
        _ = try await provider { .chunked(Self.chunks) }.request(OpenTarget(), options: options)
        let gate = SampleGate()
        let provider = provider { .chunked(Self.chunks).held(by: gate, after: 7) }
        async let second = provider.request(OpenTarget(), options: options)
        await gate.waitForArrivals(atLeast: 1)
        #expect(progress.completedUnitCount <= 12)
        gate.release()
        _ = try await second
        #expect(progress.isFinished)
        #expect(progress.completedUnitCount == 12)
    }

    @Test func progressOfAnUnknownLengthIsIndeterminateUntilTheEnd() async throws {
        let progress = Progress(totalUnitCount: 0)
        let transport = RecordingTransport { _, hop in
            hop.progress?(TransferProgress(receivedBytes: 7))
            #expect(progress.isIndeterminate)
            return .text("done")
        }

        _ = try await Provider<OpenTarget>(transport: transport)
            .request(OpenTarget(), options: CallOptions().reporting(to: progress))

        #expect(progress.isFinished)
        #expect(progress.completedUnitCount == 7)
    }

    @Test func sumOfHugeLengthsIsIndeterminateUntilTheEnd() async throws {
        let progress = Progress(totalUnitCount: 0)
        let transport = RecordingTransport { _, hop in
            hop.progress?(
                TransferProgress(
                    sentBytes: 2,
                    expectedSentBytes: 2,
                    receivedBytes: 7,
                    expectedReceivedBytes: .max
                )
            )
            #expect(progress.isIndeterminate)
            return .text("done")
        }

        _ = try await Provider<OpenTarget>(transport: transport)
            .request(OpenTarget(), options: CallOptions().reporting(to: progress))

        #expect(progress.isFinished)
        #expect(progress.completedUnitCount == 9)
    }
}
