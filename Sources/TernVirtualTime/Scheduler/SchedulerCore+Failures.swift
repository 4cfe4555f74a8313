import Foundation

/// The treatment of operations that can't continue. They are cancelled. If they don't end after that, they are abandoned.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Fails all drivers after a time without progress: an operation that waits is cancelled first, and fails if it makes no
    /// progress for the same time again. An operation that blocks its thread can't be cancelled.
    func failDrivers(after patience: Duration) {
        let (ended, cancelled, isInJob, error) = state.withLock { state in
            let error = state.blocked(for: patience)
            state.noteHang()
            var (ended, cancelled): ([Driver], [Driver]) = ([], [])
            for (id, driver) in state.drivers.sorted(by: { $0.key < $1.key }) {
                state.drivers[id]?.error = driver.error ?? error
                if driver.error == nil { cancelled.append(driver) }
                if driver.cancel == nil || driver.error != nil || state.isInJob {
                    state.jobQueue.remove(id)
                    if let driver = state.drivers.removeValue(forKey: id) { ended.append(driver) }
                }
            }
            return (ended, cancelled, state.isInJob, error)
        }
        for driver in cancelled { driver.onFailure?(error) }
        let cancel: @Sendable () -> Void = { for driver in cancelled { driver.cancel?() } }
        // A job that blocks its thread may wait for its cancellation handler.
        if isInJob { cancelElsewhere(cancel) }
        // Tasks are cancelled on the scheduler's queue, so that no task runs at the same time.
        if !cancelled.isEmpty {
            queue.async {
                self.runHandlers {
                    cancel()
                    self.cancelTasks()
                }
            }
        }
        for driver in ended { driver.finish(driver.error) }
    }

    /// Abandons an operation that doesn't end. Its tasks never run again, and stay in memory.
    ///
    /// - Returns: Whether the operation was abandoned. `false` if one of its jobs blocks a thread.
    func abandon() -> Bool {
        state.withLock { state in
            guard !state.isInJob else { return false }
            state.isAbandoned = true
            return true
        }
    }

    /// Reports why an operation can't continue, and cancels it with all its tasks. If the cleanup can't continue either, the
    /// operation is abandoned.
    func fail(_ goal: Int, _ failure: JobQueue<ScheduledJob>.Failure) {
        let (error, driver) = state.withLock { state -> (TestKitError, Driver?) in
            let error = state.error(failure)
            guard let driver = state.drivers[goal], driver.error == nil else { return (error, nil) }
            state.drivers[goal]?.error = error
            if driver.cancel != nil { state.noteHang() }
            return (error, driver)
        }
        driver?.onFailure?(error)
        if let cancel = driver?.cancel {
            state.withLock { $0.jobQueue.extend() }
            runHandlers {
                cancel()
                cancelTasks()
            }
        } else {
            state.withLock { _ = $0.jobQueue.remove(goal) }
            finish(goal)
        }
    }

    /// Cancels all tasks that wait or are ready. Must run on the queue of the jobs, so that no task ends in the meantime.
    private func cancelTasks() {
        cancel(state.withLock(\.tasks.all))
    }

    /// Cancels the tasks that may still be running at the end of a test. Must be called by a job.
    func cancelBackground() {
        cancel(state.withLock { state in state.tasks.all.filter { state.tasks.background.contains($0.number) } })
    }

    /// Cancels a task on another thread. Returns after its cancellation handlers, but waits for a part of the patience at
    /// most, because a handler may block its thread.
    func cancelElsewhere(_ cancel: @escaping @Sendable () -> Void) {
        let (isOnSchedulerThread, isDone) = (Self.onThisThread === self, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            if isOnSchedulerThread { self.asCurrentScheduler(cancel) } else { cancel() }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + watchdog.interval)
    }

    /// Runs cancellation handlers on the scheduler's thread. The watchdog treats a handler that blocks like a job.
    private func runHandlers(_ cancel: () -> Void) {
        state.withLock { $0.isInJob = true }
        asCurrentScheduler(cancel)
        state.withLock { $0.isInJob = false }
    }

    private func cancel(_ tasks: [TaskReference]) {
        asCurrentScheduler {
            let waiting = tasks.filter { !$0.cancel(isReady: false) }
            // They stay in the queue meanwhile. The tasks that the first cancellations made ready are among them.
            let ready = Set(state.withLock { $0.jobQueue.readyJobs.compactMap(\.task?.number) })
            for task in waiting where ready.contains(task.number) { task.cancel(isReady: true) }
        }
    }
}
