import Foundation
import Tern
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CallProgressTests {
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

    @Test func noProgressIsReportedAfterTheEnd() async throws {
        let transport = RecordingTransport { request in
            request.progress?(TransferProgress(receivedBytes: 1))
            return .text("done")
        }
        let provider = Provider<OpenTarget>(transport: transport)
        let told = Locked(0)
        _ = try await provider.response(to: OpenTarget(), options: CallOptions { _ in told.withLock { $0 += 1 } })
        transport.report(TransferProgress(receivedBytes: 2))
        #expect(told.withLock { $0 } == 1)
    }
}
