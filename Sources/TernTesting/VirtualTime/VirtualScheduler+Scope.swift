import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body as part of the calling task, so that a test trait keeps the task of its test.
    ///
    /// - Parameter onFailure: Receives the reason why the body can't continue. The body is cancelled then. If it
    ///   doesn't end, this function doesn't return either.
    package func runInPlace(
        _ body: @Sendable () async throws -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async throws {
        let id = core.newID()
        // Unsafe only by the rule that the value must not escape its closure: the task exists at least until this
        // function returns, and is not used after that.
        nonisolated(unsafe) let task = withUnsafeCurrentTask { $0 }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let isRunning = Locked(true)
        // A separate task of the caller, because a cancellation handler may ask for the current test.
        let (cancels, cancel) = AsyncStream.makeStream(of: Int.self)
        let canceller = Task {
            for await wait in cancels {
                isRunning.withLock { isRunning in
                    if isRunning { task?.cancel() }
                }
                core.endExternalWait(wait)
            }
        }
        defer { canceller.cancel() }
        var driver = SchedulerCore.Driver(what: "the end of the test") { error in
            if let error { onFailure(error) }
            end.finish()
        }
        driver.cancel = { [core] in
            cancel.yield(core.beginExternalWait("the cancellation of the test", isCancellation: true))
        }
        JobOwners.claimCurrentTask(for: core)
        // Until the task has moved to the scheduler there is no work. The external wait keeps this from counting as
        // stalled.
        let arrival = core.beginExternalWait("the beginning of the test")
        core.add(.end, id: id, driver)
        let result = await withTaskExecutorPreference(core) { () async -> Result<Void, any Error> in
            core.endExternalWait(arrival)
            let result: Result<Void, any Error>
            do { result = .success(try await CurrentScheduler(self).run(body)) } catch { result = .failure(error) }
            // Runs the work that the end of the body has made ready, such as recordings.
            try? await self.advance(by: .zero)
            isRunning.withLock { $0 = false }
            core.releaseCurrentTask()
            core.end(id)
            return result
        }
        for await _ in ends {}
        try result.get()
    }

    /// - Throws: `TestKitError` if there were sleeps on other clocks since the last call.
    package func takeForeignSleeps() throws(TestKitError) {
        try core.takeForeignSleeps(besides: nil)
    }
}
