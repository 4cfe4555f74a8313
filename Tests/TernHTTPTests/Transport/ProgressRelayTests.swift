import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct ProgressRelayTests {
    private func update(_ bytes: Int64) -> TransferProgress { TransferProgress(receivedBytes: bytes) }

    private func relay(_ handler: TransferProgress.Handler?) -> ProgressRelay {
        ProgressRelay(for: Hop(progress: handler))
    }

    @Test func slowHandlerReceivesTheLatestUpdateBeforeTheEnd() async throws {
        let (isReached, mayGoOn) = (SampleGate(), DispatchSemaphore(value: 0))
        let received = Watched<[Int64]>([])
        let relay = relay { progress in
            received.append(progress.receivedBytes)
            guard progress.receivedBytes == 1 else { return }
            isReached.release()
            mayGoOn.wait()
        }

        relay.report(update(1))
        try await isReached.pass()
        for bytes in Int64(2)...100 { relay.report(update(bytes)) }
        mayGoOn.signal()
        await relay.finish()

        #expect(received.value == [1, 100])
    }

    @Test func withoutHandlerTheEndIsImmediate() {
        let isOver = Watched(false)
        relay(nil).afterAll { isOver.update { $0 = true } }
        #expect(isOver.value)
    }
}
