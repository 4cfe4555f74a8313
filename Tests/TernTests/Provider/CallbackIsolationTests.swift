import Foundation
import Tern
import TestDoubles
import Testing

/// A completion closure runs on the actor in whose code it is written.
@Suite(.timeLimit(.minutes(20)))
struct CallbackIsolationTests {
    private let queue = DispatchQueue(label: "callbacks")
    private let transport = RecordingTransport()

    @MainActor
    private final class Model {
        var status = 0
        var progress: [Int64] = []
    }

    @MainActor
    @Test func completionWrittenOnTheMainActorUsesItsState() async throws {
        let model = Model()
        let received = Watched<[Int64]>([])
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, callbackQueue: queue)
        let options = CallOptions(progress: { progress in received.append(progress.receivedBytes) })

        await withCheckedContinuation { done in
            provider.request(OpenTarget(), options: options) { result in
                model.status = (try? result.get())?.statusCode ?? 0
                model.progress = received.value
                done.resume()
            }
        }

        #expect(model.status == 200)
        #expect(model.progress == [6])
    }

    @Test func completionOfAnotherActorRunsOnThatActor() async throws {
        actor Counter {
            var count = 0

            func load(from provider: Provider<OpenTarget>) async {
                await withCheckedContinuation { done in
                    provider.request(OpenTarget()) { result in
                        self.assertIsolated()
                        self.count += (try? result.get()) == nil ? 0 : 1
                        done.resume()
                    }
                }
            }
        }
        let counter = Counter()

        await counter.load(from: Provider(stubClosure: Provider.immediatelyStub))

        #expect(await counter.count == 1)
    }

    @MainActor
    @Test func cancelledCallOnTheMainActorCompletesAsCancelled() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        var code: TernError.Code?

        await withCheckedContinuation { done in
            let handle = provider.request(OpenTarget()) { result in
                if case .failure(let error) = result { code = error.code }
                done.resume()
            }
            handle.cancel()
        }

        #expect(code == .cancelled)
    }
}
