import CTernHooks

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The end of a test's operation.
    package enum BodyEnd: Sendable {
        case ended
        /// The operation didn't end although it was cancelled. It never runs again.
        case abandoned
    }

    /// Runs the operation of a test. Then runs the work that became ready when the operation ended, such as recordings.
    ///
    /// - Parameters:
    ///   - onFailure: Receives the reason why the operation can't continue, before anything is cancelled.
    ///   - onBlockedThread: Called if the operation blocks a thread. It must end the process, because a blocked operation can't
    ///     be abandoned: it would continue after this function has returned.
    /// - Throws: The error of an operation that could continue. Otherwise, the error results from its cancellation.
    package func runTest(
        _ operation: @Sendable () async throws -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void,
        onBlockedThread: @Sendable () async -> Never
    ) async throws -> BodyEnd {
        try await withoutActuallyEscaping(operation) { operation in
            let (end, failure) = try await drive(
                {
                    let result: Result<Void, any Error>
                    do { result = .success(try await operation()) } catch { result = .failure(error) }
                    await self.runReadyWork()
                    try result.get()
                },
                onFailure: onFailure
            )
            guard let end else {
                guard core.abandon() else { await onBlockedThread() }
                Self.forget(operation)
                return .abandoned
            }
            if failure == nil { try end.get() }
            return .ended
        }
    }

    /// - Throws: `TestKitError` with code `.unsupportedRuntime` if the order of tasks can't be controlled.
    package func checkRuntime() throws(TestKitError) { try core.checkRuntime() }

    /// Whether the operation couldn't continue, and was cancelled.
    package var isHung: Bool { core.state.withLock { $0.hang != nil } }

    /// The line of a file at which the operation waited when it couldn't continue. `nil` if it isn't known. It is known only
    /// on Linux since Swift 6.3, and with debug information.
    package func lineOfHang(in filePath: String) -> Int? {
        core.state.withLock(\.hang).flatMap { FunctionNames.line(of: filePath, at: $0) }
    }

    /// Whether the calling code belongs to this scheduler.
    package var ownsCaller: Bool { SchedulerCore.onThisThread === core || Self.current === self }

    /// Cancels the tasks of ``background(isolation:_:)``, and runs the work that the cancellation makes ready.
    ///
    /// - Throws: `TestKitError` if a cancellation handler blocks its thread.
    package func cancelBackground() async throws {
        if let failure = try await drive({ [core] in core.cancelBackground() }).failure { throw failure }
        await runReadyWork()
    }

    /// Runs all work that is ready, even in the task of a cancelled test.
    private func runReadyWork() async {
        guard Task.isCancelled else {
            try? await advance(by: .zero)
            return
        }
        // A cancelled task can't drive a scheduler.
        await Task { try? await advance(by: .zero) }.value
    }

    /// - Throws: `TestKitError` if there were sleeps on other clocks since the last call.
    package func takeForeignSleeps() throws(TestKitError) {
        try core.takeForeignSleeps(besides: nil)
    }

    /// Releases the references of an abandoned operation to its function. The operation never uses them, because it never runs
    /// again. The release is needed because a function that doesn't escape may have only one reference when it returns.
    private static func forget(_ operation: @escaping @Sendable () async throws -> Void) {
        struct Function {
            let operation: @Sendable () async throws -> Void
        }
        let words = unsafeBitCast(Function(operation: operation), to: (UInt, UInt).self)
        tern_release_all_but_one(words.1)
    }
}
