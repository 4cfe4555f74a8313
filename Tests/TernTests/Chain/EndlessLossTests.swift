import Foundation
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Transports whose connections are lost for ever.
@Suite(.timeLimit(.minutes(20)))
struct EndlessLossTests {
    /// Loses each connection, after an action that receives the number of requests.
    private static func losing(
        _ loss: ConnectionLoss = ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false),
        action: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> RecordingTransport {
        let count = Watched(0)
        return RecordingTransport { _ in
            count.update { $0 += 1 }
            action(count.value)
            throw loss
        }
    }

    private let journal = Journal()

    @Test(arguments: [HTTPMethod.get, .post]) func eachSendingIsInTheJournal(method: HTTPMethod) async throws {
        let transport = Self.losing()
        let provider = Provider<OpenTarget>(transport: transport).recorded(in: journal)

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget(method: method)) }

        #expect(error?.code == .connectionLost)
        #expect(error?.reason.contains("didn't process") == true)
        #expect(error?.attempts == 6)
        #expect(transport.hops.map(\.needsNewConnection) == [false, false, true, true, true, true])
        #expect(journal.requests.count == 6)
        #expect(journal.events.suffix(2).map(\.description) == ["failed connectionLost", "ended connectionLost"])
    }

    /// No byte of the request was written, so that there is one sending.
    @Test func lossesBeforeTheFirstByteCountAsOneAttempt() async throws {
        let transport = Self.losing(ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false, isSent: false))
        let provider = Provider<OpenTarget>(transport: transport).recorded(in: journal)

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.code == .connectionLost)
        #expect(error?.attempts == 1)
        #expect(transport.requests.count == 6)
        #expect(journal.requests.count == 1)
    }

    @Test func retriesMultiplyTheRepetitionsAndEnd() async throws {
        let transport = Self.losing()
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RetryPlugin(RetryPolicy(maximumAttempts: 3, delay: .zero))]
        )

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.code == .connectionLost)
        #expect(error?.attempts == 18)
        #expect(error?.earlierFailures.map(\.attempts) == [6, 12])
        #expect(transport.requests.count == 18)
    }

    /// The transport closes the connection of a cancelled exchange, and reports that as a loss.
    @Test(arguments: [true, false]) func cancelledCallIsNotSentAgain(mayBeProcessed: Bool) async throws {
        let call = Watched<Task<Response, any Error>?>(nil)
        let loss = ConnectionLoss(TernError(.connectionLost), mayBeProcessed: mayBeProcessed, isConnectionReused: true)
        let transport = Self.losing(loss) { count in if count == 2 { call.value?.cancel() } }
        let provider = Provider<OpenTarget>(transport: transport).recorded(in: journal)
        let isStored = Watched(false)
        let task = Task {
            await isStored.value { $0 }
            return try await provider.request(OpenTarget())
        }
        call.update { $0 = task }
        isStored.update { $0 = true }

        let error = await #expect(throws: TernError.self) { try await task.value }

        #expect(error?.code == .cancelled)
        #expect(error?.attempts == 2)
        #expect(transport.requests.count == 2)
        #expect(journal.requests.count == 2)
        #expect(journal.events.suffix(3).map(\.description) == ["cancelled", "failed cancelled", "ended cancelled"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeLimitEndsTheRepetitions() async throws {
        let scheduler = VirtualScheduler()
        let error = try await scheduler.run {
            let transport = RecordingTransport { _ in
                // The connection is closed by the end of the time limit.
                try? await scheduler.clock.sleep(for: .seconds(2))
                throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false)
            }
            let provider = Provider<OpenTarget>(transport: transport, clock: scheduler.clock)
            return await #expect(throws: TernError.self) {
                try await provider.response(to: OpenTarget(), options: CallOptions(timeout: .seconds(5)))
            }
        }

        #expect(error?.code == .timedOut)
        // At 0, 2 and 4 seconds.
        #expect(error?.attempts == 3)
        #expect(scheduler.now == .seconds(5))
    }

    /// A loss with another error isn't explained as a lost connection.
    @Test func errorOfALossKeepsItsCode() async throws {
        let loss = ConnectionLoss(TernError(.connectionRefused, reason: "No route."), mayBeProcessed: false)
        let transport = Self.losing(loss)

        let error = await #expect(throws: TernError.self) {
            try await Provider<OpenTarget>(transport: transport).request(OpenTarget())
        }

        #expect(error?.code == .connectionRefused)
        #expect(error?.reason == "No route.")
        #expect(error?.attempts == 6)
    }
}
