import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body as part of the task that calls this, as a test's trait has to: nothing of it escapes.
    ///
    /// - Parameter onFailure: Is told why the body can't go on. It is cancelled then; one that doesn't end by that stays
    ///   where it is, and this with it.
    package func runInPlace(
        _ body: @Sendable () async throws -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async throws {
        let id = core.newID()
        // Unsafe only by the rule that it stays in a closure: the task lives at least until this function returns, and is
        // told nothing later.
        nonisolated(unsafe) let task = withUnsafeCurrentTask { $0 }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let isRunning = Locked(true)
        // A task of the caller's own: who hears of the cancel may ask which test it is.
        let (cancels, cancel) = AsyncStream.makeStream(of: Int.self)
        let canceller = Task {
            for await wait in cancels {
                isRunning.withLock { isRunning in
                    if isRunning { task?.cancel() }
                }
                core.endOutside(wait)
            }
        }
        defer { canceller.cancel() }
        var driver = SchedulerCore.Driver(what: "the end of the test") { error in
            if let error { onFailure(error) }
            end.finish()
        }
        driver.cancel = { [core] in cancel.yield(core.beginOutside("the cancel of the test")) }
        JobOwners.claimCurrentTask(for: core)
        // Until the task has come over there is nothing to do, and that is no standstill.
        let arrival = core.beginOutside("the beginning of the test")
        core.add(.end, id: id, driver)
        let result = await withTaskExecutorPreference(core) { () async -> Result<Void, any Error> in
            core.endOutside(arrival)
            let result: Result<Void, any Error>
            do { result = .success(try await CurrentScheduler(self).run(body)) } catch { result = .failure(error) }
            // What the end of the body has set free, such as recordings.
            try? await self.advance(by: .zero)
            isRunning.withLock { $0 = false }
            JobOwners.releaseCurrentTask()
            core.end(id)
            return result
        }
        for await _ in ends {}
        try result.get()
    }

    /// - Throws: `VirtualTimeError`, if there were sleeps on other clocks since the last time.
    package func takeForeignSleeps() throws(VirtualTimeError) {
        try core.takeForeignSleeps(besides: nil)
    }
}
