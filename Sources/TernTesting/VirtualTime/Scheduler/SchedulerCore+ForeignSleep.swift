// The runtime passes the sleeps of a task to its executor, by a protocol that is still experimental.
#if os(Linux) && compiler(>=6.3)
    @_spi(ExperimentalScheduling) import _Concurrency

    extension SchedulerCore: SchedulingExecutor {
        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            at instant: C.Instant,
            tolerance: C.Duration?,
            clock: C
        ) {
            if CurrentScheduler.isInExternalWait {
                Self.elsewhere?.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
            } else {
                sleep(UnownedJob(job), for: clock.now.duration(to: instant), on: clock)
            }
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            after delay: C.Duration,
            tolerance: C.Duration?,
            clock: C
        ) {
            if CurrentScheduler.isInExternalWait {
                Self.elsewhere?.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
            } else {
                sleep(UnownedJob(job), for: delay, on: clock)
            }
        }

        /// The global executor, which sleeps in real time.
        fileprivate static var elsewhere: (any SchedulingExecutor)? {
            globalConcurrentExecutor as? any SchedulingExecutor
        }

        private func sleep<C: Clock>(_ job: UnownedJob, for delay: C.Duration, on clock: C) {
            // The delay is rounded up, because some time has passed since the end of the sleep was computed.
            let milliseconds = ((delay as? Duration ?? .zero) / .milliseconds(1)).rounded(.up)
            let duration = Duration.milliseconds(Int64(max(0, min(milliseconds, 1e15))))
            let taskName = Self.nameOfTask
            let task = Self.number(of: job)
            let isAsleep = change { state in
                guard !state.isClosed else { return false }
                let id = state.newID()
                state.sleepers[id] = Sleeper(taskName: taskName, wakeup: .run(job), isOnSchedulerThread: true)
                let time = state.jobQueue.now.addingSaturated(duration)
                state.jobQueue.addTimer(id, at: time, task: task, canBeLate: true)
                if !adoptsForeignSleeps { state.foreignSleeps.append("\(taskName) for \(duration) on \(C.self)") }
                return true
            }
            if !isAsleep { take(job) }
        }
    }

    extension MainActorExecutor: SchedulingExecutor {
        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            at instant: C.Instant,
            tolerance: C.Duration?,
            clock: C
        ) {
            (SchedulerCore.onThisThread ?? SchedulerCore.elsewhere)?
                .enqueue(job, at: instant, tolerance: tolerance, clock: clock)
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            after delay: C.Duration,
            tolerance: C.Duration?,
            clock: C
        ) {
            (SchedulerCore.onThisThread ?? SchedulerCore.elsewhere)?
                .enqueue(job, after: delay, tolerance: tolerance, clock: clock)
        }
    }
#endif
