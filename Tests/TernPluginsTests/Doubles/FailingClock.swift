/// A clock whose `sleep` throws an error of its own, at once or when the task is cancelled.
struct FailingClock: Clock {
    struct Failure: Error, Equatable {}

    /// Whether `sleep` waits for the cancellation of its task before it throws.
    var waitsForCancellation = false

    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        if waitsForCancellation {
            let stream = AsyncStream<Never> { _ in }
            for await _ in stream {}
        }
        throw Failure()
    }
}
