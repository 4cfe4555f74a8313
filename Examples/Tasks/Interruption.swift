import Foundation

/// Runs the work until it ends, or until a signal such as Control-C cancels it.
nonisolated func interruptible(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)  // Otherwise the signal would end the program before the source handles it.
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { task.cancel() }
        source.activate()
        return source
    }
    defer { withExtendedLifetime(sources) {} }
    try await task.value
}

/// Waits until the task is cancelled or, if requested, for the end of the standard input.
nonisolated func waitForEnd(ofInput: Bool) async {
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    if ofInput {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            continuation.finish()
        }
    }
    for await _ in ends {}
    withExtendedLifetime(continuation) {}
}
