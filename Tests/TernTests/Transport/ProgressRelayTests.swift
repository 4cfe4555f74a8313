import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct ProgressRelayTests {
    private func received(_ bytes: Int64) -> TransferProgress { TransferProgress(receivedBytes: bytes) }

    @Test func slowHandlerIsToldTheLatestBeforeTheEnd() async throws {
        let (isReached, mayGoOn) = (SampleGate(), DispatchSemaphore(value: 0))
        let told = Watched<[Int64]>([])
        let relay = ProgressRelay { progress in
            told.append(progress.receivedBytes)
            guard progress.receivedBytes == 1 else { return }
            isReached.release()
            mayGoOn.wait()
        }

        relay.report(received(1))
        try await isReached.pass()
        for bytes in Int64(2)...100 { relay.report(received(bytes)) }
        await withCheckedContinuation { end in
            relay.afterAll { end.resume() }
            mayGoOn.signal()
        }

        #expect(told.value == [1, 100])
    }

    @Test func whereNobodyListensTheEndComesAtOnce() {
        let isOver = Watched(false)
        ProgressRelay(nil).afterAll { isOver.update { $0 = true } }
        #expect(isOver.value)
    }
}
