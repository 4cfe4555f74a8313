@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    func looping(task: Int) -> TestKitError {
        TestKitError(
            .tooManySteps,
            """
            A loop was found: \(jobQueue.tasks.description(of: task)) ran \(JobQueue<ScheduledJob>.streakLimit) times \
            in a row at \(jobQueue.now), while no other job was ready and no timer was due. It repeatedly yields, or \
            sleeps for zero seconds. Wait for the event itself, with a continuation or a stream, or sleep for a \
            duration.
            """
        )
    }
}
