import Foundation
import Tern
import TernTesting
import Testing

@testable import TernImages

@Suite(.timeLimit(.minutes(20)))
struct CompletionTests {
    @Test func completionRunsOnTheResponseQueue() async throws {
        let queue = DispatchQueue(label: "pictures")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let provider = Provider<ImageTarget>.stub(journal: nil) { _ in .data(Pictures.png(1, 1)) }
        let images = ImageClient(provider: provider, decoder: .sizes, responseQueue: queue)

        for _ in 0..<2 {
            let isOnQueue = await withCheckedContinuation { continuation in
                images.downloadImage(fromURL: picture("a")) { result in
                    continuation.resume(
                        returning: DispatchQueue.getSpecific(key: key) == true && (try? result.get()) == "1x1"
                    )
                }
            }
            // The second time, the picture is in memory.
            #expect(isOnQueue)
        }
    }

    @Test func completionRunsOnTheMainQueueByDefault() async throws {
        // The main thread isn't always the one of the main queue.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let images = ImageClient<String>.stub { _ in .status(404) }
        let (isMain, code) = await withCheckedContinuation { continuation in
            images.load(picture("a")).onCompletion { result in
                continuation.resume(returning: (DispatchQueue.getSpecific(key: key) == true, result.errorCode))
            }
        }
        #expect(isMain)
        #expect(code == .unacceptableStatus)
    }
}
