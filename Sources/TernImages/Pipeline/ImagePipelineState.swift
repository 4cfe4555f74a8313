import Tern

/// The loads and the jobs of an ``ImagePipeline``, and the loads that wait for each job. Every event method returns its
/// effects, which the pipeline performs outside of its lock.
struct ImagePipelineState<Value: Sendable>: Sendable {
    typealias Job = ImageJob<Value>

    /// The effects that an event requires.
    struct Effects: Sendable {
        var starts: [(id: Job.ID, request: ImageRequest<Value>, step: Job.Step)] = []
        var resumes: [(continuation: CheckedContinuation<Job.Signal, Never>, signal: Job.Signal)] = []
        var ends: [(tasks: [ImageTask<Value>], result: Result<Value, TernError>)] = []
        var reports: [(tasks: [ImageTask<Value>], progress: TransferProgress)] = []
        var cancellations: [Task<Void, Never>] = []
        /// Attempts that have a slot now.
        var grants: [CheckedContinuation<Bool, Never>] = []
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
        /// Values to release outside of the lock, since their release may run code of the user.
        var released: [any AnyObject & Sendable] = []
        var releasedJobs: [Job] = []
    }

    /// The memory cache. Its lock is never held while it calls other code.
    let memory: ImageMemory<Value>
    /// Whether a job looks for a stored picture before it enters the queue of downloads.
    private let hasCache: Bool
    var jobs: [Job.ID: Job] = [:]
    /// The jobs that a load can join.
    var joinable: [ImageWorkKey: Job.ID] = [:]
    /// The jobs of each picture and its transforms, by the key without transforms.
    var jobsOfPicture: [ImageKey: Set<Job.ID>] = [:]
    /// The jobs of the loads that have not ended.
    var loads: [ObjectIdentifier: Job.ID] = [:]
    /// The queue of jobs whose call hasn't begun, and of further attempts.
    var downloads: SlotQueue
    /// The attempts that wait for a slot.
    var attempts: [Int: WaitingAttempt] = [:]
    var decodes: SlotQueue
    var counts = ImageStatistics()
    /// The calls of `waitUntilIdle()` that wait until there is no job.
    var idleWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The number of the latest job or attempt.
    var lastID = 0
    private var lastWaiter = 0

    init(memory: ImageMemory<Value>, hasCache: Bool = false, configuration: ImageClientConfiguration) {
        self.hasCache = hasCache
        self.memory = memory
        downloads = SlotQueue(maximum: configuration.maximumDownloads)
        decodes = SlotQueue(maximum: configuration.maximumDecodes)
    }

    // MARK: - Loads

    /// Handles a new load. The load joins a running job, or starts new jobs.
    ///
    /// - Parameter now: The time of the memory.
    mutating func add(_ task: ImageTask<Value>, _ key: ImageKey, at now: Duration) -> Effects {
        var effects = Effects()
        let request = task.request
        let policy = request.cachePolicy
        // A job stores its value before loads can no longer join the job, so that a load always finds either the value
        // or the job.
        if policy.readsMemory, let value = value(for: key, at: now, counts: true, &effects) {
            effects.ends.append(([task], .success(value)))
            return effects
        }
        if policy.readsMemory { counts.memoryMisses += 1 }
        guard policy != .memoryOnly else {
            counts.failed += 1
            effects.ends.append(([task], .failure(.notCached.adding(request))))
            return effects
        }
        let workKey = ImageWorkKey(image: key, policy: policy)
        if joinable[workKey] != nil { counts.shared += 1 }
        join(task, workKey, request.priority, at: now, &effects)
        return effects
    }

    /// Adds a load to a running job, or starts new jobs for it.
    mutating func join(
        _ task: ImageTask<Value>,
        _ key: ImageWorkKey,
        _ priority: CallOptions.Priority,
        at now: Duration,
        _ effects: inout Effects
    ) {
        var request = task.request
        request.priority = priority
        let id = job(key, request, request.transforms[...], at: now, &effects)
        lastWaiter += 1
        let load = ObjectIdentifier(task)
        jobs[id]?.waiters[load] = Job.Waiter(task: task, number: lastWaiter, priority: priority)
        loads[load] = id
        changePriority(of: id) { $0.add(priority) }
        if let progress = jobs[id]?.progress { effects.reports.append(([task], progress)) }
    }

    /// Handles the cancellation of a load. Does nothing if the load has ended.
    mutating func leave(_ load: ObjectIdentifier) -> Effects {
        var effects = Effects()
        guard let id = loads.removeValue(forKey: load), let waiter = jobs[id]?.waiters.removeValue(forKey: load) else {
            return effects
        }
        counts.cancelled += 1
        removeSubscriber(waiter.priority, of: id, &effects)
        return effects
    }

    mutating func setPriority(_ priority: CallOptions.Priority, of load: ObjectIdentifier) {
        guard let id = loads[load], let old = jobs[id]?.waiters[load]?.priority, old != priority else { return }
        jobs[id]?.waiters[load]?.priority = priority
        changePriority(of: id) { priorities in
            priorities.remove(old)
            priorities.add(priority)
        }
    }

    /// Marks all running jobs: they don't store their values, and loads can't join them any more.
    mutating func forgetJobs() {
        joinable = [:]
        for id in jobs.keys { jobs[id]?.keepsValue = false }
    }

    /// Marks the jobs of a picture and of its further transforms: they don't store their values, and loads can't join
    /// them any more.
    ///
    /// - Parameter reload: The job that has loaded the picture again. Only older jobs are marked, except the jobs of
    ///   its own transforms. `nil` marks all jobs.
    mutating func forgetJobs(of key: ImageKey, reloadedBy reload: Job.ID? = nil) {
        let own = reload.map(descendants) ?? []
        for id in jobsOfPicture[key.withoutTransforms] ?? [] where id < reload ?? .max && !own.contains(id) {
            guard let job = jobs[id], job.key.image.transforms.starts(with: key.transforms) else { continue }
            // A newer job can transform the picture of an older job.
            for id in [id] + descendants(of: id) { forgetJob(id) }
        }
    }

    /// The picture in memory. An expired picture is released outside of the lock.
    mutating func value(for key: ImageKey, at now: Duration, counts: Bool, _ effects: inout Effects) -> Value? {
        let (value, expired) = memory.lookup(key, at: now, counts: counts)
        if let expired { effects.released.append(expired) }
        return value
    }

    // MARK: - Jobs

    /// The running job with this key, or a new job.
    ///
    /// - Parameters:
    ///   - transforms: The transforms of the key.
    ///   - now: The time of the memory.
    private mutating func job(
        _ key: ImageWorkKey,
        _ request: ImageRequest<Value>,
        _ transforms: ArraySlice<ImageTransform<Value>>,
        at now: Duration,
        _ effects: inout Effects
    ) -> Job.ID {
        if let id = joinable[key] { return id }
        lastID += 1
        let id = lastID
        jobs[id] = Job(key: key, url: request.url)
        jobsOfPicture[key.image.withoutTransforms, default: []].insert(id)
        joinable[key] = id
        guard let transform = transforms.last else {
            effects.starts.append((id, request, .source))
            if request.url.isLocal {
                enter(.decode, id, request.priority, &effects)
            } else if !hasCache || request.cachePolicy == .reload {
                enter(.download, id, request.priority, &effects)
            }
            return id
        }
        var inputKey = key
        inputKey.image.transforms.removeLast()
        if key.policy.readsMemory, let input = value(for: inputKey.image, at: now, counts: false, &effects) {
            jobs[id]?.input = input
            enter(.decode, id, request.priority, &effects)
        } else {
            let parent = job(inputKey, request, transforms.dropLast(), at: now, &effects)
            let progress = jobs[parent]?.progress
            jobs[parent]?.children.append(id)
            jobs[id]?.parent = parent
            jobs[id]?.progress = progress
            jobs[id]?.priorityAtParent = request.priority
            changePriority(of: parent) { $0.add(request.priority) }
        }
        effects.starts.append((id, request, .transform(transform)))
        return id
    }

    /// The jobs of further transforms of a job's value.
    private func descendants(of id: Job.ID) -> [Job.ID] {
        let children = jobs[id]?.children ?? []
        return children + children.flatMap(descendants)
    }

    private mutating func forgetJob(_ id: Job.ID) {
        guard let job = jobs[id] else { return }
        jobs[id]?.keepsValue = false
        if joinable[job.key] == id { joinable[job.key] = nil }
    }

    /// Changes the priorities of a job. Moves the job, and the jobs for which it waits, in their queues.
    private mutating func changePriority(of id: Job.ID, _ change: (inout PriorityCounts) -> Void) {
        guard var job = jobs[id] else { return }
        change(&job.priorities)
        let highest = job.priorities.highest
        let old = job.priorityAtParent
        job.priorityAtParent = highest
        let (stage, parent) = (job.waitsFor, job.parent)
        jobs[id] = job
        if let stage { with(stage) { $0.move(id, to: highest) } }
        for attempt in job.waitingAttempts { downloads.move(attempt, to: highest) }
        guard let parent, old != highest else { return }
        changePriority(of: parent) { priorities in
            priorities.remove(old)
            priorities.add(highest)
        }
    }

    /// Removes a load or a transform that no longer waits for a job. If it was the last one, the job ends.
    private mutating func removeSubscriber(_ priority: CallOptions.Priority, of id: Job.ID, _ effects: inout Effects) {
        guard let job = jobs[id], !job.isEnded else { return }
        guard job.waiters.isEmpty, job.children.isEmpty else {
            return changePriority(of: id) { $0.remove(priority) }
        }
        stop(id, &effects)
        if let task = job.task { effects.cancellations.append(task) }
        guard let parent = job.parent else { return }
        jobs[parent]?.children.removeAll { $0 == id }
        removeSubscriber(job.priorityAtParent, of: parent, &effects)
    }

    /// Ends a job. Loads can't join it any more. Its task must still report its end.
    private mutating func stop(_ id: Job.ID, _ effects: inout Effects) {
        guard let job = jobs[id] else { return }
        jobs[id]?.isEnded = true
        if joinable[job.key] == id { joinable[job.key] = nil }
        if let stage = job.waitsFor {
            with(stage) { $0.leave(id) }
            jobs[id]?.waitsFor = nil
        }
        post(.ended, to: id, &effects)
    }
}
