import Foundation
import Tern
import TernCache

/// Performs the work of an ``ImageClient``. Each job has one task, which waits for slots, and downloads, decodes or
/// transforms.
///
/// One lock guards the state. The memory cache has a separate lock, so that a hit needs no other lock.
final class ImagePipeline<Value: Sendable>: ImageTaskWork {
    typealias Job = ImageJob<Value>

    let decoder: ImageDecoder<Value>
    let limits: ImageLimits
    let authorizedOrigins: [URL]
    let fetch: @Sendable (ImageTarget, CallOptions) async throws(TernError) -> Response
    /// The cache above the provider's transport. `nil` if there is none.
    let cache: HTTPCache?
    let memory: ImageMemory<Value>
    let state: Locked<ImagePipelineState<Value>>
    private let lastIdleWaiter = Locked(0)

    init(
        provider: some ProviderType<ImageTarget>,
        cache: HTTPCache?,
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration
    ) {
        self.cache = cache
        // Another implementation of the protocol knows no attempts: it holds a slot during the whole call.
        let limited = (provider as? Provider<ImageTarget>)?.adding(DownloadSlotPlugin())
        let provider: any ProviderType<ImageTarget> = limited ?? provider
        fetch = { target, options async throws(TernError) in
            try await provider.response(to: target, options: options)
        }
        self.decoder = decoder
        limits = configuration.limits
        authorizedOrigins = configuration.authorizedOrigins
        let memory = ImageMemory<Value>(cache: MemoryCache(limits: configuration.memory, clock: provider.clock))
        self.memory = memory
        state = Locked(ImagePipelineState(memory: memory, hasCache: cache != nil, configuration: configuration))
    }

    // MARK: - Memory

    func remove(_ request: ImageRequest<Value>) async {
        let key = ImageKey(request)
        // The value is released after the lock has been released.
        _ = state.withLock { state in
            state.forgetJobs(of: key)
            return memory.cache.take(key)
        }
        await removeStored(request)
    }

    /// - Returns: Whether the picture is kept.
    func insert(_ picture: Value, for key: ImageKey) -> Bool {
        let (cost, now) = (decoder.cost(picture), memory.now)
        // The values are released after the lock has been released.
        return state.withLock { state in
            state.forgetJobs(of: key)
            return memory.set(picture, for: key, cost: cost, at: now)
        }.isKept
    }

    func removeAll() async {
        // The values are released after the lock has been released.
        _ = state.withLock { state in
            state.forgetJobs()
            return memory.cache.takeAll()
        }
        await cache?.removeAll()
    }

    var statistics: ImageStatistics {
        var statistics = state.withLock { state in
            var counts = state.counts
            counts.waitingLoads = state.loads.count
            counts.work = state.jobs.count
            return counts
        }
        statistics.memoryHits = memory.cache.hits
        statistics.cachedCount = memory.cache.count
        statistics.cachedCost = memory.cache.totalCost
        return statistics
    }

    // MARK: - Loads

    func add(_ task: ImageTask<Value>) {
        let key = ImageKey(task.request)
        task.begin(with: self)
        let now = memory.now
        perform { $0.add(task, key, at: now) }
    }

    func cancel(_ load: ObjectIdentifier) {
        perform { $0.leave(load) }
    }

    func setPriority(_ priority: CallOptions.Priority, of load: ObjectIdentifier) {
        state.withLock { $0.setPriority(priority, of: load) }
    }

    /// Waits until there is no job, or until the task is cancelled.
    func waitUntilIdle() async {
        let id = lastIdleWaiter.withLock { id in
            id += 1
            return id
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.jobs.isEmpty || Task.isCancelled { return true }
                    state.idleWaiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.idleWaiters.removeValue(forKey: id) }?.resume()
        }
    }

    // MARK: - Downloads

    /// Waits until an attempt of a job's download has a slot.
    ///
    /// - Returns: `false` if the attempt is cancelled.
    func enterDownload(of job: Job.ID) async -> Bool {
        let attempt = state.withLock { $0.nextAttempt() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGranted = state.withLock { state in
                    Task.isCancelled ? false : state.enterDownload(attempt, of: job, continuation)
                }
                if let isGranted { continuation.resume(returning: isGranted) }
            }
        } onCancel: {
            state.withLock { $0.cancelDownload(attempt) }?.resume(returning: false)
        }
    }

    func leaveDownload() {
        perform { $0.leaveDownload() }
    }

    // MARK: - Jobs

    @concurrent
    private func run(_ id: Job.ID, _ request: ImageRequest<Value>, _ step: Job.Step) async {
        let result: Result<(value: Value, isWhole: Bool), TernError>
        var response: Response?
        do throws(TernError) {
            switch step {
            case .source: result = .success(try await source(id, request, &response))
            case .transform(let transform):
                result = .success((try await transformed(id, transform, &response), true))
            }
        } catch {
            result = .failure(error.adding(request, response))
        }
        let cost: Int? = if case .success((let value, true)) = result { decoder.cost(value) } else { nil }
        let now = memory.now
        perform { [response] in $0.finish(id, result.map(\.value), response, cost: cost, at: now) }
    }

    /// - Parameter response: Set to the response of the picture, unless the picture was in memory.
    private func transformed(
        _ id: Job.ID,
        _ transform: ImageTransform<Value>,
        _ response: inout Response?
    ) async throws(TernError) -> Value {
        try await grant(id)
        let job = state.withLock { state in
            state.counts.transforms += 1
            return state.jobs[id]
        }
        response = job?.response
        guard let input = job?.input else { throw TernError(.cancelled) }
        return try await ImageFailure.transforming(transform.key) { try await transform.apply(input) }
    }

    /// Waits until a job has the slot of its next stage.
    ///
    /// - Throws: `.cancelled` if the job isn't needed any more.
    func grant(_ id: Job.ID) async throws(TernError) {
        let signal = await withCheckedContinuation { continuation in
            if let signal = state.withLock({ $0.wait(continuation, id) }) { continuation.resume(returning: signal) }
        }
        guard signal == .granted else { throw TernError(.cancelled) }
    }

    func perform(_ event: (inout ImagePipelineState<Value>) -> ImagePipelineState<Value>.Effects) {
        let effects = state.withLock(event)
        for start in effects.starts {
            // A load with a higher priority can join the job of a background task. The priority of that task isn't
            // raised then.
            let task = Task(priority: max(Task.currentPriority, .medium)) {
                await run(start.id, start.request, start.step)
            }
            if state.withLock({ $0.started(start.id, task) }) { task.cancel() }
        }
        for continuation in effects.grants { continuation.resume(returning: true) }
        for resume in effects.resumes { resume.continuation.resume(returning: resume.signal) }
        for report in effects.reports {
            for task in report.tasks { task.report(report.progress) }
        }
        for end in effects.ends {
            for task in end.tasks { task.finish(end.result) }
        }
        for task in effects.cancellations { task.cancel() }
        for continuation in effects.idleWaiters { continuation.resume() }
    }
}
