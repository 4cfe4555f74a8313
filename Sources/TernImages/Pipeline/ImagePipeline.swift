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
    private let authorizedOrigins: [URL]
    private let fetch: @Sendable (ImageTarget, CallOptions) async throws(TernError) -> Response
    /// The cache above the provider's transport. `nil` if there is none.
    private let cache: HTTPCache?
    let memory: ImageMemory<Value>
    private let state: Locked<ImagePipelineState<Value>>
    private let lastIdleWaiter = Locked(0)

    init(
        provider: some ProviderType<ImageTarget>,
        cache: HTTPCache?,
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration
    ) {
        self.cache = cache
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

    func setPriority(_ priority: CallPriority, of load: ObjectIdentifier) {
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

    func giveUpDownload(of job: Job.ID) {
        perform { $0.giveUpDownload(of: job) }
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

    /// - Parameter response: Set as soon as a response has been received.
    private func source(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ response: inout Response?
    ) async throws(TernError) -> (Value, Bool) {
        guard !request.url.isLocal else {
            try await grant(id)
            return try await decoded(try limits.encodedImage(ofLocalURL: request.url), for: request)
        }
        let use: CacheUse = request.cachePolicy == .reload ? .reload : .standard
        if cache != nil, use == .standard {
            response = await stored(request)
            if response == nil { perform { $0.queueDownload(of: id) } }
        }
        do throws(TernError) {
            return try await picture(id, request, use, &response)
        } catch {
            guard error.code == .decodingFailed, let status = response?.cache, status.isOfStoredResponse else {
                throw error
            }
            // What is stored is no picture. The server may have one.
            await removeStored(request)
            response = nil
            perform { $0.queueDownload(of: id) }
            return try await picture(id, request, .reload, &response)
        }
    }

    /// The picture of a response.
    ///
    /// - Parameter response: The stored response. Otherwise, it is set as soon as a response has been received.
    private func picture(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ use: CacheUse,
        _ response: inout Response?
    ) async throws(TernError) -> (Value, Bool) {
        let received: Response
        if let response {
            received = response
        } else {
            try await grant(id)
            received = try await download(id, request, use)
            response = received
        }
        let encoded = try limits.encodedImage(of: received)
        perform { $0.downloaded(id) }
        try await grant(id)
        let picture = try await decoded(encoded, for: request)
        // The next load may receive the whole picture.
        if !picture.isWhole { await removeStored(request) }
        return picture
    }

    private func decoded(
        _ encoded: EncodedImage,
        for request: ImageRequest<Value>
    ) async throws(TernError) -> (value: Value, isWhole: Bool) {
        state.withLock { $0.counts.decodes += 1 }
        let value = try await ImageFailure.decoding { [decoder] in
            try await decoder.decode(encoded, for: request.targetSize)
        }
        return (value, !encoded.isTruncated)
    }

    /// The stored response of a picture, if it is fresh.
    private func stored(_ request: ImageRequest<Value>) async -> Response? {
        guard let cache, var lookup = try? Endpoint(target(of: request)).request() else { return nil }
        lookup.attributes.cacheKey = request.cacheKey
        guard let response = await cache.freshResponse(to: lookup) else { return nil }
        state.withLock { $0.counts.storedHits += 1 }
        return response
    }

    private func removeStored(_ request: ImageRequest<Value>) async {
        if let key = request.cacheKey { await cache?.remove(cacheKey: key) } else { await cache?.remove(request.url) }
    }

    /// The target of the download, with credentials if its origin may receive them.
    private func target(of request: ImageRequest<Value>) -> ImageTarget {
        let isAuthorized = authorizedOrigins.contains { $0.hasSameOrigin(as: request.url) }
        let authorization = isAuthorized ? request.authorization : .none
        return ImageTarget(request.url, headers: request.headers, authorization: authorization)
    }

    private func download(
        _ id: Job.ID,
        _ request: ImageRequest<Value>,
        _ use: CacheUse
    ) async throws(TernError) -> Response {
        let priority = state.withLock { state in
            state.counts.downloads += 1
            return state.jobs[id]?.priorities.highest ?? .normal
        }
        var options = CallOptions(delivery: .collected(limit: max(0, limits.maximumBytes)))
        options.attributes[CallPriority.self] = priority
        options.attributes[CallSlotKey.self] = DownloadSlot(of: id, in: self)
        options.progress = { [self] progress in perform { $0.report(progress, of: id) } }
        if cache != nil { (options.cacheUse, options.cacheKey) = (use, request.cacheKey) }
        return try await fetch(target(of: request), options)
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
    private func grant(_ id: Job.ID) async throws(TernError) {
        let signal = await withCheckedContinuation { continuation in
            if let signal = state.withLock({ $0.wait(continuation, id) }) { continuation.resume(returning: signal) }
        }
        guard signal == .granted else { throw TernError(.cancelled) }
    }

    private func perform(_ event: (inout ImagePipelineState<Value>) -> ImagePipelineState<Value>.Effects) {
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

extension Response.CacheStatus {
    fileprivate var isOfStoredResponse: Bool {
        if case .fetched = self { false } else { true }
    }
}
