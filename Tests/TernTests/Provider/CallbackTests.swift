import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CallbackTests {
    private typealias Outcome = Result<Response, TernError>

    private let queue = DispatchQueue(label: "callbacks")
    private let transport = RecordingTransport()
    private let outcomes = Watched<[Outcome]>([])

    private var provider: Provider<OpenTarget> { Provider(transport: transport, callbackQueue: queue) }

    /// Returns when all jobs have run that are now in the queue.
    private func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func onlyOutcome() async throws -> Outcome {
        await outcomes.entries(atLeast: 1)
        await drain()
        try #require(outcomes.value.count == 1)
        return outcomes.value[0]
    }

    private func onlyError() async throws -> TernError {
        let outcome = try await onlyOutcome()
        return try #require(throws: TernError.self) { try outcome.get() }
    }

    @Test func responseCompletesOnce() async throws {
        let call = provider.request(OpenTarget()) { outcomes.append($0) }

        await transport.waitForRequests(atLeast: 1)
        transport.respond(with: .text("ok"))

        #expect(try await onlyOutcome().get().string() == "ok")
        #expect(!call.isCancelled)
    }

    @Test func anErrorCompletesOnce() async throws {
        provider.request(OpenTarget()) { outcomes.append($0) }

        await transport.waitForRequests(atLeast: 1)
        transport.fail(with: URLError(.timedOut))

        #expect(try await onlyError().code == .timedOut)
    }

    @Test func progressComesBeforeCompletionOnTheSameQueue() async throws {
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 7)
        let log = Watched<[String]>([])
        let provider = Provider<OpenTarget>(returning: .chunked([Data([1]), Data([2, 3])]))

        let options = CallOptions { progress in
            log.append("\(progress.receivedBytes) on \(DispatchQueue.getSpecific(key: key) ?? 0)")
        }
        provider.request(OpenTarget(), options: options, callbackQueue: queue) { _ in
            log.append("completion on \(DispatchQueue.getSpecific(key: key) ?? 0)")
        }

        await log.value { $0.contains { $0.hasPrefix("completion") } }
        await drain()
        // The last update may have replaced the first one in the queue.
        #expect(Array(log.value.suffix(2)) == ["3 on 7", "completion on 7"])
        #expect(log.value.dropLast(2).allSatisfy { $0 == "1 on 7" })
    }

    @Test func latestUpdateReplacesTheOneThatWaitsForTheQueue() async throws {
        let progress = Watched<[Int64]>([])
        queue.suspend()
        provider.request(OpenTarget(), options: CallOptions { progress.append($0.receivedBytes) }) {
            outcomes.append($0)
        }
        await transport.waitForRequests(atLeast: 1)
        for bytes in 1...1_000 { transport.report(TransferProgress(receivedBytes: Int64(bytes))) }
        transport.respond()
        queue.resume()

        _ = await outcomes.entries(atLeast: 1)
        #expect(progress.value == [1_000])
    }

    @Test func queueOfTheCallOverridesThatOfTheProvider() async throws {
        let own = DispatchQueue(label: "own")
        let key = DispatchSpecificKey<String>()
        own.setSpecific(key: key, value: "own")
        queue.setSpecific(key: key, value: "provider's")
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, callbackQueue: queue)
        let queues = Watched<[String?]>([])

        let completion: @Sendable (Outcome) -> Void = { _ in queues.append(DispatchQueue.getSpecific(key: key)) }
        provider.request(OpenTarget(), callbackQueue: own, completion: completion)
        await queues.entries(atLeast: 1)
        provider.request(OpenTarget(), completion: completion)

        #expect(await queues.entries(atLeast: 2) == ["own", "provider's"])
    }

    // MARK: - Cancelling

    @Test func cancellingAtOnceCompletesAsCancelled() async throws {
        let call = provider.request(OpenTarget()) { outcomes.append($0) }
        call.cancel()

        #expect(call.isCancelled)
        let error = try await onlyError()
        #expect(error.code == .cancelled)
        #expect(error.target is OpenTarget)
    }

    @Test func cancellingWhileHeldCancelsTheExchange() async throws {
        let call = provider.request(OpenTarget()) { outcomes.append($0) }
        await transport.waitForRequests(atLeast: 1)

        call.cancel()

        let error = try await onlyError()
        #expect(error.code == .cancelled)
        #expect(error.request?.url != nil)
        #expect(error.attempts == 1)
        #expect(transport.cancelled == [0])
    }

    @Test func cancellingAfterTheEndChangesNothing() async throws {
        let call = provider.request(OpenTarget()) { outcomes.append($0) }
        await transport.waitForRequests(atLeast: 1)
        transport.respond()
        _ = try await onlyOutcome()

        call.cancel()
        call.cancel()

        #expect(!call.isCancelled)
        #expect(try await onlyOutcome().get().statusCode == 200)
    }

    @Test func cancellingTwiceCompletesOnce() async throws {
        let call = provider.request(OpenTarget()) { outcomes.append($0) }

        call.cancel()
        call.cancel()

        #expect(try await onlyError().code == .cancelled)
    }

    @Test func responseWaitingForTheQueueCanStillBeCancelled() async throws {
        let transport = transport
        let progress = Watched<[TransferProgress]>([])
        queue.suspend()
        let call = provider.request(OpenTarget(), options: CallOptions { progress.append($0) }) {
            outcomes.append($0)
        }
        await transport.waitForRequests(atLeast: 1)
        transport.report(TransferProgress(receivedBytes: 1))
        transport.respond()

        call.cancel()
        queue.resume()

        #expect(try await onlyError().code == .cancelled)
        #expect(call.isCancelled)
        #expect(progress.value.isEmpty)
    }

    @Test func cancellingFromAProgressHandlerCancelsTheCall() async throws {
        let transport = transport
        let slot = Watched<CallHandle?>(nil)
        let call = provider.request(OpenTarget(), options: CallOptions { _ in slot.value?.cancel() }) {
            outcomes.append($0)
        }
        slot.update { $0 = call }
        await transport.waitForRequests(atLeast: 1)

        transport.report(TransferProgress(receivedBytes: 1))

        #expect(try await onlyError().code == .cancelled)
        #expect(call.isCancelled)
        #expect(transport.cancelled == [0])
    }

    @Test func cancellingFromTheCompletionChangesNothing() async throws {
        let slot = Watched<CallHandle?>(nil)
        let call = provider.request(OpenTarget()) { outcome in
            slot.value?.cancel()
            outcomes.append(outcome)
        }
        slot.update { $0 = call }
        await transport.waitForRequests(atLeast: 1)
        transport.respond()

        #expect(try await onlyOutcome().get().statusCode == 200)
        #expect(!call.isCancelled)
    }

    // MARK: - Lifetime

    @Test func aCallOutlivesItsProviderAndItsHandle() async throws {
        weak var released: Provider<OpenTarget>?
        do {
            let provider = provider
            released = provider
            provider.request(OpenTarget()) { outcomes.append($0) }
        }
        await transport.waitForRequests(atLeast: 1)

        transport.respond(with: .text("ok"))

        #expect(try await onlyOutcome().get().string() == "ok")
        #expect(transport.cancelled.isEmpty)
        _ = released
    }

    @Test func aThousandCancelledCallsCompleteOnceEach() async {
        let count = 1_000
        let completions = Watched<[Int: [TernError.Code?]]>([:])
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let provider = Provider<OpenTarget>(
            transport: RecordingTransport { _ in .text("ok") },
            callbackQueue: queue
        )
        let calls = (0..<count).map { number in
            provider.request(OpenTarget()) { result in
                let code: TernError.Code? = if case .failure(let error) = result { error.code } else { nil }
                completions.update { $0[number, default: []].append(code) }
            }
        }

        await withTaskGroup(of: Void.self) { group in
            for call in calls {
                group.addTask { call.cancel() }
                group.addTask { call.cancel() }
            }
        }
        await completions.value { $0.count == count }
        await withCheckedContinuation { continuation in
            queue.async(flags: .barrier) { continuation.resume() }
        }

        for (number, codes) in completions.value {
            #expect(codes == [calls[number].isCancelled ? .cancelled : nil])
        }
    }

    // MARK: - Values

    @Test func valuesCompleteWithTheTypeOfTheirCall() async throws {
        let github = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        let queue = queue

        let result = await withCheckedContinuation { continuation in
            github.value(.user("octocat"), callbackQueue: queue) { continuation.resume(returning: $0) }
        }

        #expect(try result.get() == User(id: 1, login: "octocat"))
    }

    @Test func valuesThatCannotBeDecodedCompleteWithTheError() async throws {
        let github = Provider<GitHub>(returning: .text("nope"))
        let queue = queue

        let result = await withCheckedContinuation { continuation in
            github.value(.user("octocat"), callbackQueue: queue) { continuation.resume(returning: $0) }
        }

        let error = try #require(throws: TernError.self) { try result.get() }
        #expect(error.code == .decodingFailed)
        #expect(error.target is GitHub)
    }

    @Test func valuesCanBeCancelled() async throws {
        let gate = SampleGate()
        let github = Provider<GitHub>(returning: .status(200).held(by: gate))
        let codes = Watched<[TernError.Code?]>([])

        let call = github.value(.user("octocat"), callbackQueue: queue) { result in
            let code: TernError.Code? = if case .failure(let error) = result { error.code } else { nil }
            codes.append(code)
        }
        await gate.waitForArrivals(atLeast: 1)
        call.cancel()

        #expect(await codes.entries(atLeast: 1) == [.cancelled])
    }
}
