import Foundation
import Tern

/// The events of the tasks of jobs.
extension ImagePipelineState {
    /// Records that a job's task has started.
    ///
    /// - Returns: Whether the task must be cancelled.
    mutating func started(_ id: Job.ID, _ task: Task<Void, Never>) -> Bool {
        guard let job = jobs[id] else { return false }
        jobs[id]?.task = task
        return job.isEnded
    }

    /// Handles a job's task that waits for its signal.
    ///
    /// - Returns: The signal, if the task needn't wait.
    mutating func wait(_ continuation: CheckedContinuation<Job.Signal, Never>, _ id: Job.ID) -> Job.Signal? {
        guard let job = jobs[id] else { return .ended }
        if let signal = job.signal {
            jobs[id]?.signal = nil
            return signal
        }
        if job.isEnded { return .ended }
        jobs[id]?.continuation = continuation
        return nil
    }

    /// Handles a complete download. The job waits for a decoding slot. If no attempt has used the download slot, since
    /// a plugin created the response, the slot passes on.
    mutating func downloaded(_ id: Job.ID) -> Effects {
        var effects = Effects()
        guard let job = jobs[id] else { return effects }
        releaseSlot(of: id, &effects)
        if !job.isEnded { enter(.decode, id, job.priorities.highest, &effects) }
        return effects
    }

    /// Reports progress to all loads that wait for a job, or for transforms of its picture.
    mutating func report(_ progress: TransferProgress, of id: Job.ID) -> Effects {
        var effects = Effects()
        guard let job = jobs[id], !job.isEnded else { return effects }
        jobs[id]?.progress = progress
        if !job.waiters.isEmpty { effects.reports.append((job.waitingTasks, progress)) }
        for child in job.children { effects.reports += report(progress, of: child).reports }
        return effects
    }

    /// Handles the end of a job's task.
    ///
    /// - Parameters:
    ///   - response: The response with the bytes of the picture, if there was one.
    ///   - cost: The cost of the value. `nil` if it must not be kept in memory.
    ///   - now: The time of the memory.
    mutating func finish(
        _ id: Job.ID,
        _ result: Result<Value, TernError>,
        _ response: Response?,
        cost: Int?,
        at now: Duration
    ) -> Effects {
        var effects = Effects()
        jobs[id]?.response = response
        if cost == nil { jobs[id]?.keepsValue = false }
        // A load with the same cache key and another URL, such as one with a fresh signature, may succeed.
        let failedURL: URL? = if case .failure = result, let job = jobs[id], job.isSource { job.url } else { nil }
        var others: [(waiter: Job.Waiter, key: ImageWorkKey)] = []
        end(id, result, failedURL, cost: cost ?? 0, at: now, &others, &effects)
        for (waiter, key) in others.sorted(by: { $0.waiter.number < $1.waiter.number }) {
            join(waiter.task, key, waiter.priority, at: now, &effects)
        }
        releaseSlot(of: id, &effects)
        if let job = jobs.removeValue(forKey: id) {
            let picture = job.key.image.withoutTransforms
            jobsOfPicture[picture]?.remove(id)
            if jobsOfPicture[picture]?.isEmpty == true { jobsOfPicture[picture] = nil }
            effects.releasedJobs.append(job)
        }
        if jobs.isEmpty {
            effects.idleWaiters = idleWaiters.sorted { $0.key < $1.key }.map(\.value)
            idleWaiters = [:]
        }
        return effects
    }

    // MARK: - Slots and signals

    mutating func with<Result>(_ stage: Job.Stage, _ body: (inout SlotQueue) -> Result) -> Result {
        switch stage {
        case .download: body(&downloads)
        case .decode: body(&decodes)
        }
    }

    /// Requests a slot for the next stage of a job.
    mutating func enter(_ stage: Job.Stage, _ id: Job.ID, _ priority: CallOptions.Priority, _ effects: inout Effects) {
        if with(stage, { $0.enter(id, priority) }) {
            jobs[id]?.slot = stage
            post(.granted, to: id, &effects)
        } else {
            jobs[id]?.waitsFor = stage
        }
    }

    mutating func post(_ signal: Job.Signal, to id: Job.ID, _ effects: inout Effects) {
        if let continuation = jobs[id]?.continuation {
            jobs[id]?.continuation = nil
            effects.resumes.append((continuation, signal))
        } else {
            jobs[id]?.signal = signal
        }
    }

    mutating func releaseSlot(of id: Job.ID, _ effects: inout Effects) {
        guard let stage = jobs[id]?.slot else { return }
        jobs[id]?.slot = nil
        release(stage, &effects)
    }

    // MARK: - Private

    /// Delivers the result of a job. Its value is stored in memory before loads can no longer join the job.
    ///
    /// - Parameters:
    ///   - failedURL: The URL whose download or decode has failed. `nil` if it hasn't.
    ///   - others: Receives the loads with other URLs than `failedURL`, which the caller must start again. If the memory
    ///     was cleared meanwhile, all loads end.
    private mutating func end(
        _ id: Job.ID,
        _ result: Result<Value, TernError>,
        _ failedURL: URL?,
        cost: Int,
        at now: Duration,
        _ others: inout [(waiter: Job.Waiter, key: ImageWorkKey)],
        _ effects: inout Effects
    ) {
        guard let job = jobs[id], !job.isEnded else { return }
        jobs[id]?.isEnded = true
        if case .success(let value) = result, job.keepsValue, job.key.policy.writesMemory {
            if job.key.policy == .reload { forgetJobs(of: job.key.image, reloadedBy: id) }
            // If only a transform of a reload needs the picture, it is kept only if it replaces an older picture in
            // memory, which later loads would otherwise use.
            if !job.waiters.isEmpty
                || job.key.policy == .reload && self.value(for: job.key.image, at: now, counts: false, &effects) != nil
            {
                effects.released += memory.set(value, for: job.key.image, cost: cost, at: now).removed
            }
        }
        var waiters = job.waitingTasks
        if joinable[job.key] == id {
            joinable[job.key] = nil
            if let failedURL {
                others += job.waiters.values.filter { $0.task.request.url != failedURL }.map { ($0, job.key) }
                waiters.removeAll { $0.request.url != failedURL }
            }
        }
        for waiter in waiters { loads[ObjectIdentifier(waiter)] = nil }
        if case .failure(let error) = result {
            // A plugin, a decoder or a transform can throw `.cancelled`, too.
            if error.code == .cancelled { counts.cancelled += waiters.count } else { counts.failed += waiters.count }
        }
        effects.ends.append((waiters, result))
        for child in job.children {
            jobs[child]?.parent = nil
            if !job.keepsValue { jobs[child]?.keepsValue = false }
            switch result {
            case .success(let value):
                jobs[child]?.input = value
                jobs[child]?.response = job.response
                enter(.decode, child, jobs[child]?.priorities.highest ?? .normal, &effects)
            case .failure:
                end(child, result, failedURL, cost: 0, at: now, &others, &effects)
                post(.ended, to: child, &effects)
            }
        }
    }
}
