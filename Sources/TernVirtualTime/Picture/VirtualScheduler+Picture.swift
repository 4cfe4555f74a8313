@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The latest 2,000 steps of the run so far as text: a line for each task, with its steps and waits in virtual time,
    /// and a line for each call with its response.
    ///
    /// The text has at most 12 lines, for up to six tasks and three calls. Tasks that have not ended and calls without a
    /// response come first. The calls are those that test doubles record, such as those of `TernTesting`, without
    /// secrets. A picture can be taken at any time, even after the run.
    public func picture() -> String {
        core.state.withLock { state in
            let (log, tasks) = (state.log, state.jobQueue.tasks)
            let reports = state.taskReports(includesBackground: true)
            return RunPicture(of: log, tasks: tasks, reports: reports, now: state.jobQueue.now)
        }.text
    }
}
