import Foundation

/// Passes a body from its source to an engine, with bounded memory. It can restart the source any number of times.
package final class UploadChannel: Sendable {
    /// The result of an engine's request for bytes.
    package enum Supply {
        case bytes(Int)
        /// No bytes are available yet. `onSupply` is called when bytes are available.
        case later
        case end
        case failed(TernError)
    }

    fileprivate struct State {
        /// The number of times that the body was started. Pieces of an earlier run are rejected.
        var run = 0
        var task: Task<Void, Never>?
        var pieces: [Data] = []
        /// The number of `pieces` that the engine has taken completely. The next property counts the bytes taken of the
        /// next piece.
        var takenCount = 0
        var takenOfNext = 0
        var bufferedBytes = 0
        var end: Result<Void, TernError>?
        var isEngineWaiting = false
        /// The source's continuation, while it waits until the buffer has room.
        var sender: CheckedContinuation<Void, any Error>?
    }

    /// The number of buffered bytes above which the source has to wait.
    private static let capacityBytes = 512 * 1024

    private let source: RequestBody
    private let onSupply: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameter onSupply: Called after `take(into:)` returned `later`, when bytes or the end of the body are
    ///   available.
    package init(_ source: RequestBody, onSupply: @escaping @Sendable () -> Void) {
        self.source = source
        self.onSupply = onSupply
    }

    // MARK: - Engine

    /// Starts the source. Restarts it if it was started before.
    ///
    /// - Returns: `false` if a one-shot source was started before.
    package func begin() -> Bool {
        let (run, previous) = state.withLock { state -> (Int?, Run?) in
            guard state.run == 0 || source.isReplayable else { return (nil, nil) }
            let previous = state.reset()
            return (state.run, previous)
        }
        guard let run else { return false }
        previous?.end()
        // An unstructured task: the engine requests bytes from its thread, without a task. And a streamed response
        // returns from the caller's task while the body is still being sent.
        let task = Task { await runSource(run) }
        let isWanted = state.withLock { state in
            guard state.run == run else { return false }
            state.task = task
            return true
        }
        if !isWanted { task.cancel() }
        return true
    }

    package func take(into buffer: UnsafeMutableRawBufferPointer) -> Supply {
        let (supply, sender) = state.withLock { state in
            let count = state.take(into: buffer)
            if count > 0 {
                let hasRoom = state.bufferedBytes <= Self.capacityBytes
                defer { if hasRoom { state.sender = nil } }
                return (Supply.bytes(count), hasRoom ? state.sender : nil)
            }
            switch state.end {
            case .success: return (.end, nil)
            case .failure(let error): return (.failed(error), nil)
            case nil:
                state.isEngineWaiting = true
                return (.later, nil)
            }
        }
        sender?.resume()
        return supply
    }

    /// Ends the run of the source. The body can be started again.
    package func abandon() {
        state.withLock { $0.reset() }.end()
    }

    // MARK: - Source

    private func runSource(_ run: Int) async {
        let end: Result<Void, TernError>
        do {
            try await source.forEachChunk { try await self.send($0, of: run) }
            end = .success(())
        } catch let error as TernError {
            end = .failure(error)
        } catch {
            end = .failure(RequestBody.failed(error))
        }
        let isAwaited = state.withLock { state in
            guard state.run == run, state.end == nil else { return false }
            state.end = end
            defer { state.isEngineWaiting = false }
            return state.isEngineWaiting
        }
        if isAwaited { onSupply() }
    }

    private func send(_ piece: Data, of run: Int) async throws {
        guard !piece.isEmpty else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sender in
                let (result, isAwaited) = state.withLock { state -> (Result<Void, any Error>?, Bool) in
                    // The task may have been cancelled before this.
                    guard state.run == run, !Task.isCancelled else { return (.failure(CancellationError()), false) }
                    state.pieces.append(piece)
                    state.bufferedBytes += piece.count
                    let isFull = state.bufferedBytes > Self.capacityBytes
                    if isFull { state.sender = sender }
                    defer { state.isEngineWaiting = false }
                    return (isFull ? nil : .success(()), state.isEngineWaiting)
                }
                if isAwaited { onSupply() }
                if let result { sender.resume(with: result) }
            }
        } onCancel: {
            let sender = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard state.run == run else { return nil }
                defer { state.sender = nil }
                return state.sender
            }
            sender?.resume(throwing: CancellationError())
        }
    }
}

extension UploadChannel {
    /// A run of the source that is no longer needed.
    fileprivate struct Run: Sendable {
        let task: Task<Void, Never>?
        let sender: CheckedContinuation<Void, any Error>?

        /// Runs on another queue, since the source's cancellation handlers may take long.
        func end() {
            guard task != nil || sender != nil else { return }
            DispatchQueue.global().async {
                sender?.resume(throwing: CancellationError())
                task?.cancel()
            }
        }
    }
}

extension UploadChannel.State {
    /// Resets the state for the next run.
    fileprivate mutating func reset() -> UploadChannel.Run {
        let previous = UploadChannel.Run(task: task, sender: sender)
        let next = run + 1
        self = Self()
        run = next
        return previous
    }

    /// Copies buffered bytes to the engine.
    fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while takenCount < pieces.count, count < buffer.count {
            let piece = pieces[takenCount]
            let start = piece.startIndex + takenOfNext
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let copied = piece.copyBytes(to: room, from: start..<min(piece.endIndex, start + room.count))
            count += copied
            takenOfNext += copied
            if takenOfNext == piece.count {
                pieces[takenCount] = Data()
                takenCount += 1
                takenOfNext = 0
            }
        }
        // Taken pieces are removed in batches, since a source may produce its body byte by byte.
        if takenCount * 2 >= pieces.count {
            pieces.removeFirst(takenCount)
            takenCount = 0
        }
        bufferedBytes -= count
        return count
    }
}
