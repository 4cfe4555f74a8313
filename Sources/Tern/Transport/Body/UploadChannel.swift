import Foundation

/// Hands a body from its source to an engine, with bounded memory between them, any number of times from its start.
final class UploadChannel: Sendable {
    /// What an engine gets that asks for bytes.
    enum Supply {
        case bytes(Int)
        /// There are none yet; `onSupply` tells when.
        case later
        case end
        case failed(TernError)
    }

    fileprivate struct State {
        /// Counts how often the body was begun; what an earlier run of the source brings is refused.
        var run = 0
        var task: Task<Void, Never>?
        var pieces: [Data] = []
        /// Of `pieces`, how many the engine has had, and how much of the next.
        var takenCount = 0
        var takenOfNext = 0
        var takenBytes: Int64 = 0
        var bufferedBytes = 0
        var broughtBytes: Int64 = 0
        var end: Result<Void, TernError>?
        var isEngineWaiting = false
        /// The run of the source that waits for room, and how to go on with it.
        var sender: CheckedContinuation<Void, any Error>?
    }

    /// The source waits while more than this waits for the engine.
    private static let capacityBytes = 512 * 1024

    private let source: RequestBody
    private let onSupply: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameter onSupply: Is called when the engine was told `later`, and there is something now.
    init(_ source: RequestBody, onSupply: @escaping @Sendable () -> Void) {
        self.source = source
        self.onSupply = onSupply
    }

    // MARK: - The engine's side

    /// Begins the body, anew if it was begun before.
    ///
    /// - Returns: Whether that can be had.
    func begin() -> Bool {
        let (run, former) = state.withLock { state -> (Int?, Run?) in
            guard state.run == 0 || source.isReplayable else { return (nil, nil) }
            let former = state.reset()
            return (state.run, former)
        }
        guard let run else { return false }
        former?.end()
        // A task of its own: the engine, which asks for the body whenever it likes, has none, and a streamed answer
        // leaves the caller's while the body is still being sent.
        let task = Task { await bring(run) }
        let isWanted = state.withLock { state in
            guard state.run == run else { return false }
            state.task = task
            return true
        }
        if !isWanted { task.cancel() }
        return true
    }

    func take(into buffer: UnsafeMutableRawBufferPointer) -> Supply {
        let (supply, sender) = state.withLock { state in
            let count = state.take(into: buffer, of: source.length)
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

    /// Nobody wants the body any more. It can be begun again.
    func abandon() {
        state.withLock { $0.reset() }.end()
    }

    // MARK: - The source's side

    private func bring(_ run: Int) async {
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
            if case .success = end, let length = source.length, length != state.broughtBytes {
                state.end = .failure(RequestBody.wrongLength(state.broughtBytes, length))
            }
            defer { state.isEngineWaiting = false }
            return state.isEngineWaiting
        }
        if isAwaited { onSupply() }
    }

    private func send(_ piece: Data, of run: Int) async throws {
        guard !piece.isEmpty else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sender in
                let (answer, isAwaited) = state.withLock { state -> (Result<Void, any Error>?, Bool) in
                    // Also the case when the task was cancelled before this.
                    guard state.run == run, !Task.isCancelled else { return (.failure(CancellationError()), false) }
                    state.broughtBytes += Int64(piece.count)
                    if let length = source.length, state.broughtBytes > length {
                        return (.failure(RequestBody.wrongLength(state.broughtBytes, length)), false)
                    }
                    state.pieces.append(piece)
                    state.bufferedBytes += piece.count
                    let isFull = state.bufferedBytes > Self.capacityBytes
                    if isFull { state.sender = sender }
                    defer { state.isEngineWaiting = false }
                    return (isFull ? nil : .success(()), state.isEngineWaiting)
                }
                if isAwaited { onSupply() }
                if let answer { sender.resume(with: answer) }
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
    /// A run of the source that nobody wants any more.
    fileprivate struct Run: Sendable {
        let task: Task<Void, Never>?
        let sender: CheckedContinuation<Void, any Error>?

        /// Elsewhere, since the source may be told of the cancellation, and take its time.
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
    /// Makes ready for the next run.
    fileprivate mutating func reset() -> UploadChannel.Run {
        let former = UploadChannel.Run(task: task, sender: sender)
        let next = run + 1
        self = Self()
        run = next
        return former
    }

    /// The last byte of an announced length is kept until the source has ended, so that one which brings more is noticed
    /// before the request is complete.
    fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer, of length: Int64?) -> Int {
        var allowed = buffer.count
        if let length, end == nil { allowed = Int(max(0, min(Int64(allowed), length - 1 - takenBytes))) }
        var count = 0
        while takenCount < pieces.count, count < allowed {
            let piece = pieces[takenCount]
            let start = piece.startIndex + takenOfNext
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<allowed])
            let copied = piece.copyBytes(to: room, from: start..<min(piece.endIndex, start + room.count))
            count += copied
            takenOfNext += copied
            if takenOfNext == piece.count {
                pieces[takenCount] = Data()
                takenCount += 1
                takenOfNext = 0
            }
        }
        // Not one by one: a source may bring its body byte by byte.
        if takenCount * 2 >= pieces.count {
            pieces.removeFirst(takenCount)
            takenCount = 0
        }
        bufferedBytes -= count
        takenBytes += Int64(count)
        return count
    }
}
