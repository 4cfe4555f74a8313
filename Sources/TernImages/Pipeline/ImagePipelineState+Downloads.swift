import Tern

/// The slots of downloads. A job enters the queue when it is created, or after it has looked for a
/// stored picture, and its call begins with a slot, which passes to
/// the first attempt. Plugins can send the request again: each further attempt enters the queue again.
extension ImagePipelineState {
    /// An attempt that waits for a slot.
    struct WaitingAttempt: Sendable {
        let job: Job.ID
        /// Receives `false` if the attempt is cancelled.
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// Lets a job wait for a slot, since no usable picture is stored.
    mutating func queueDownload(of id: Job.ID) -> Effects {
        var effects = Effects()
        releaseSlot(of: id, &effects)
        if let job = jobs[id], !job.isEnded { enter(.download, id, job.priorities.highest, &effects) }
        return effects
    }

    /// The number of a new attempt, which is different from the numbers of all jobs.
    mutating func nextAttempt() -> Int {
        lastID += 1
        return lastID
    }

    /// Requests a slot for an attempt of a job's download.
    ///
    /// - Returns: Whether the attempt may send its request. `nil` if it waits.
    mutating func enterDownload(
        _ attempt: Int,
        of id: Job.ID,
        _ continuation: CheckedContinuation<Bool, Never>
    ) -> Bool? {
        guard let job = jobs[id], !job.isEnded else { return false }
        if job.slot == .download {
            jobs[id]?.slot = nil
            return true
        }
        let priority = job.priorities.highest
        if downloads.enter(attempt, priority) { return true }
        attempts[attempt] = WaitingAttempt(job: id, continuation: continuation)
        jobs[id]?.waitingAttempts.append(attempt)
        return nil
    }

    /// Removes an attempt that waits.
    ///
    /// - Returns: Its continuation, which the caller must resume. `nil` if it doesn't wait.
    mutating func cancelDownload(_ attempt: Int) -> CheckedContinuation<Bool, Never>? {
        guard let waiting = removeWaitingAttempt(attempt) else { return nil }
        downloads.leave(attempt)
        return waiting.continuation
    }

    /// Releases the slot of an attempt that has ended.
    mutating func leaveDownload() -> Effects {
        var effects = Effects()
        release(.download, &effects)
        return effects
    }

    /// Releases the slot with which a job's call has begun, unless an attempt has it.
    mutating func giveUpDownload(of id: Job.ID) -> Effects {
        var effects = Effects()
        if jobs[id]?.slot == .download { releaseSlot(of: id, &effects) }
        return effects
    }

    /// Passes a free slot to the next job or attempt.
    mutating func release(_ stage: Job.Stage, _ effects: inout Effects) {
        guard let next = with(stage, { $0.release() }) else { return }
        if let attempt = removeWaitingAttempt(next) {
            effects.grants.append(attempt.continuation)
            return
        }
        jobs[next]?.waitsFor = nil
        jobs[next]?.slot = stage
        post(.granted, to: next, &effects)
    }

    private mutating func removeWaitingAttempt(_ attempt: Int) -> WaitingAttempt? {
        guard let waiting = attempts.removeValue(forKey: attempt) else { return nil }
        jobs[waiting.job]?.waitingAttempts.removeAll { $0 == attempt }
        return waiting
    }
}
