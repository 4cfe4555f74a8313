import Foundation
import Tern

/// One load of a picture.
///
/// ```swift
/// let task = images.load(url)
/// task.priority = .high
/// let picture = try await task.value
/// ```
///
/// Several loads share the work for equal requests. ``cancel()`` ends only this load. The work stops when its last load
/// is cancelled. Releasing the task doesn't cancel the load: the picture is still loaded into memory. To cancel a load
/// when a view is released, use an ``ImageSlot``.
public final class ImageTask<Value: Sendable>: Sendable {
    /// The request of the load.
    public let request: ImageRequest<Value>

    private let responseQueue: DispatchQueue?
    private let state: Locked<State>

    /// Creates a load whose picture a closure loads, for another implementation of ``ImageService``.
    ///
    /// - Parameters:
    ///   - request: The request that the load has.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    ///   - operation: Loads the picture. Its task is cancelled when the load is cancelled. An error that isn't a
    ///     `TernError` becomes `.transportFailed`.
    public convenience init(
        _ request: ImageRequest<Value>,
        responseQueue: DispatchQueue? = nil,
        operation: @escaping @Sendable @concurrent () async throws -> Value
    ) {
        self.init(request, responseQueue: responseQueue)
        let task = Task { [self] in
            do {
                finish(.success(try await operation()))
            } catch {
                finish(.failure(.wrapping(error).adding(request)))
            }
        }
        begin(with: ImageTaskCancellation { task.cancel() })
    }

    /// Creates a load that has already ended.
    ///
    /// - Parameters:
    ///   - request: The request that the load has.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    ///   - result: The picture, or the error.
    public init(
        _ request: ImageRequest<Value>,
        responseQueue: DispatchQueue? = nil,
        result: Result<Value, TernError>
    ) {
        self.request = request
        self.responseQueue = responseQueue
        state = Locked(State(priority: request.priority, result: result))
    }

    /// Creates a load that begins with ``begin(with:)``.
    init(_ request: ImageRequest<Value>, responseQueue: DispatchQueue?) {
        self.request = request
        self.responseQueue = responseQueue
        state = Locked(State(priority: request.priority))
    }

    /// The picture.
    ///
    /// - Throws: `TernError`; with code `.cancelled` after ``cancel()``. If the waiting task is cancelled, the load is
    ///   cancelled, too.
    public var value: Value {
        get async throws(TernError) { try await result.get() }
    }

    /// The picture or the error. If the waiting task is cancelled, the load is cancelled, too.
    public var result: Result<Value, TernError> {
        get async {
            if let result = state.withLock(\.result) { return result }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    onEnd { continuation.resume(returning: $0) }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    /// Progress updates with the number of bytes received, beginning with the latest update, until the load ends. Each
    /// access creates a new sequence. A slow reader misses some updates, but never the last one. The number of bytes
    /// never decreases: if a plugin repeats the request, the updates continue when more bytes than before have been
    /// received. A picture from memory has no updates.
    public var progress: AsyncStream<TransferProgress> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observer = state.withLock { state in
                if let latest = state.latestProgress { continuation.yield(latest) }
                return state.addObserver(continuation)
            }
            guard let observer else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                // The continuation is released after the lock has been released.
                _ = self?.state.withLock { $0.observers.removeValue(forKey: observer) }
            }
        }
    }

    /// The number of sequences of updates that are being read. For tests that check for remaining observers.
    var progressObserverCount: Int { state.withLock(\.observers.count) }

    /// The priority of the load. Initially the priority of the request. Setting it moves waiting work in the queues for
    /// downloads and decodes. Shared work has the highest priority of its loads.
    public var priority: CallOptions.Priority {
        get { state.withLock(\.priority) }
        set {
            let work = state.withLock { state in
                state.priority = newValue
                return state.result == nil ? state.work : nil
            }
            work?.setPriority(newValue, of: ObjectIdentifier(self))
        }
    }

    /// Ends the load with `TernError.Code.cancelled` at once, unless it has ended. Can be called several times. A
    /// completion closure that has not run yet receives `.cancelled` in any case.
    public func cancel() {
        let work = state.withLock { state in
            state.isCancelled = true
            return state.result == nil ? state.work : nil
        }
        guard finish(.failure(TernError(.cancelled))) else { return }
        work?.cancel(ObjectIdentifier(self))
    }

    /// Whether ``cancel()`` was called, or the task that waits for the load was cancelled. An error with the code
    /// `.cancelled` alone can also come from a plugin or a decoder.
    public var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Passes the result to a closure when the load has ended.
    ///
    /// - Parameter completion: Called exactly once, on the actor that the closure is isolated to. A closure in code of
    ///   the main actor runs on the main actor, and may use its state. A closure without an actor runs on the
    ///   `responseQueue` of the client, or else on the main queue. After `cancel()`, it only receives
    ///   `TernError.Code.cancelled`.
    /// - Returns: This task.
    @discardableResult
    public func onCompletion(
        @_inheritActorContext _ completion: @escaping @Sendable @isolated(any) (Result<Value, TernError>) -> Void
    ) -> ImageTask {
        let closure = CompletionClosure(completion, queue: responseQueue)
        Task { await complete(closure) }
        return self
    }

    // MARK: - For the work

    /// Sets the work for this load. The work is cancelled at once if the load has ended.
    func begin(with work: any ImageTaskWork) {
        let hasEnded = state.withLock { state in
            guard state.result == nil else { return true }
            state.work = work
            return false
        }
        if hasEnded { work.cancel(ObjectIdentifier(self)) }
    }

    /// Ends the load.
    ///
    /// - Returns: `false` if it has ended already.
    @discardableResult
    func finish(_ result: Result<Value, TernError>) -> Bool {
        guard let end = state.withLock({ $0.finish(result) }) else { return false }
        for continuation in end.observers { continuation.finish() }
        for closure in end.closures { closure(result) }
        return true
    }

    /// Calls a closure when the load has ended, or at once if it has ended already.
    func onEnd(_ closure: @escaping @Sendable (Result<Value, TernError>) -> Void) {
        let result = state.withLock { state in
            if state.result == nil { state.closures.append(closure) }
            return state.result
        }
        if let result { closure(result) }
    }

    func report(_ progress: TransferProgress) {
        state.withLock { $0.report(progress) }
    }

    // MARK: - Private

    private func complete(_ closure: CompletionClosure<Value>) async {
        let result = await withCheckedContinuation { continuation in onEnd { continuation.resume(returning: $0) } }
        await closure.call { [self] in
            state.withLock(\.isCancelled) ? .failure(TernError(.cancelled)) : result
        }
    }
}
