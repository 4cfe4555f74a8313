import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CallProgressTests {
    /// A bar of an upload doesn't begin again when the response follows.
    @Test func uploadAndDownloadHaveSeparateFractions() {
        let both = TransferProgress(
            sentBytes: 10,
            expectedSentBytes: 10,
            receivedBytes: 1,
            expectedReceivedBytes: 4
        )
        #expect(both.fractionSent == 1)
        #expect(both.fractionReceived == 0.25)
        #expect(both.fractionCompleted == 1)
        #expect(TransferProgress(receivedBytes: 1, expectedReceivedBytes: 4).fractionCompleted == 0.25)
        #expect(TransferProgress(expectedSentBytes: 0, expectedReceivedBytes: 4).fractionCompleted == 0)
        #expect(TransferProgress(sentBytes: 5, expectedReceivedBytes: 4).fractionCompleted == nil)
    }

    @Test func numbersNeverDecreaseBetweenAttempts() async throws {
        // Given
        let sizes = Locked([5, 3, 8])
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in
                let size = sizes.withLock { $0.removeFirst() }
                return Endpoint(target).responding(.chunked([Data(count: size), Data(count: 1)], status: 500))
            },
            stubClosure: Provider.immediatelyStub,
            plugins: [
                InterceptingPlugin { request, _, next in
                    _ = try? await next(request)
                    return try await next(request)
                }
            ]
        )
        let told = Locked<[Int64]>([])

        // When
        _ = try? await provider.response(
            to: OpenTarget(),
            options: CallOptions { progress in
                told.withLock { $0.append(progress.receivedBytes) }
            }
        )

        // Then
        let numbers = told.withLock { $0 }
        #expect(numbers == numbers.sorted())
        #expect(numbers.last == 6)
    }

    /// The received and resumed bytes of one attempt after another, and the resumed bytes of the call.
    @Test(
        arguments: [
            ([(5, 0), (8, 0)], 0),
            // A partial file from before the call.
            ([(100, 100), (150, 100)], 100),
            // An attempt continues what an earlier attempt received.
            ([(100, 0), (100, 100), (150, 100)], 0), ([(100, 50), (100, 100), (150, 100)], 50),
            // An attempt loses bytes that arrived, but weren't written.
            ([(100, 0), (90, 90), (150, 90)], 0),
            // The body of an error comes before.
            ([(5, 0), (100, 100), (150, 100)], 100),
            // An attempt starts from the beginning.
            ([(100, 50), (80, 0), (150, 0)], 0),
        ] as [([(Int64, Int64)], Int64)]
    )
    func resumedBytesAreThoseFromBeforeTheCall(updates: [(Int64, Int64)], resumed: Int64) async throws {
        let transport = RecordingTransport { _, hop in
            for (received, resumed) in updates {
                hop.progress?(TransferProgress(receivedBytes: received, resumedBytes: resumed))
            }
            return .text("done")
        }
        let last = Locked(TransferProgress())
        let options = CallOptions { progress in last.withLock { $0 = progress } }
        _ = try await Provider<OpenTarget>(transport: transport).response(to: OpenTarget(), options: options)
        #expect(last.withLock(\.resumedBytes) == resumed)
        #expect(last.withLock(\.receivedBytes) == updates.map(\.0).max())
    }

    @Test func noProgressIsReportedAfterTheEnd() async throws {
        let transport = RecordingTransport { _, hop in
            hop.progress?(TransferProgress(receivedBytes: 1))
            return .text("done")
        }
        let provider = Provider<OpenTarget>(transport: transport)
        let told = Locked(0)
        _ = try await provider.response(to: OpenTarget(), options: CallOptions { _ in told.withLock { $0 += 1 } })
        transport.report(TransferProgress(receivedBytes: 2))
        #expect(told.withLock { $0 } == 1)
    }

    @Test func handlerIsCalledByOneThreadAtATime() async throws {
        let transport = RecordingTransport { _, hop in
            let progress = hop.progress
            DispatchQueue.concurrentPerform(iterations: 2_000) { number in
                progress?(TransferProgress(receivedBytes: Int64(number + 1)))
            }
            return .text("done")
        }
        let isInside = Locked(false)
        let numbers = Locked<[Int64]>([])
        let options = CallOptions { progress in
            let wasInside = isInside.withLock { isInside in
                defer { isInside = true }
                return isInside
            }
            numbers.withLock { $0.append(wasInside ? -1 : progress.receivedBytes) }
            isInside.withLock { $0 = false }
        }

        _ = try await Provider<OpenTarget>(transport: transport).response(to: OpenTarget(), options: options)

        #expect(numbers.withLock { $0 == $0.sorted() && $0.first ?? 0 > 0 && $0.last == 2_000 })
    }

    /// The transport returns while another thread calls the handler.
    @Test func callEndsAfterTheHandlerHasReturned() async throws {
        for _ in 0..<100 {
            let (isInside, isReceived) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let transport = RecordingTransport { _, hop in
                let progress = hop.progress
                DispatchQueue.global().async { progress?(TransferProgress(receivedBytes: 1)) }
                isInside.wait()
                return .text("done")
            }
            let plugin = InterceptingPlugin { request, _, next in
                let response = try await next(request)
                isReceived.signal()
                return response
            }
            let hasReturned = Locked(false)
            let options = CallOptions { _ in
                isInside.signal()
                isReceived.wait()
                hasReturned.withLock { $0 = true }
            }

            let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin])
            _ = try await provider.response(to: OpenTarget(), options: options)

            #expect(hasReturned.withLock { $0 })
        }
    }

    @Test func streamReportsNoReceivedBytes() async throws {
        let transport = RecordingTransport { _, hop in
            hop.progress?(TransferProgress(sentBytes: 3, receivedBytes: 4))
            hop.progress?(TransferProgress(sentBytes: 3, receivedBytes: 5))
            return .text("done")
        }
        let last = Locked(TransferProgress())
        let options = CallOptions { progress in last.withLock { $0 = progress } }

        let stream = try await Provider<OpenTarget>(transport: transport).stream(OpenTarget(), options: options)

        #expect(last.withLock { $0 } == TransferProgress(sentBytes: 3))
        for try await _ in stream {}
        #expect(last.withLock(\.receivedBytes) == 0)
    }
}
