import Foundation

/// The thread of a ``SocketPoller``.
final class PollLoop: Sendable {
    struct Waiter: Sendable {
        let entry: pollfd
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, any Error>

        init(
            _ entry: pollfd,
            _ deadline: ContinuousClock.Instant,
            _ continuation: CheckedContinuation<Bool, any Error>
        ) {
            self.entry = entry
            self.deadline = deadline
            self.continuation = continuation
        }
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
        var isStopped = false
    }

    private let state = Guarded(State())
    /// A byte in this pipe ends a poll(2) that began before a change.
    private let wakeEnds: (read: Int32, write: Int32)

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last }
        wakeEnds = (ends[0], ends[1])
        for end in ends { Socket.configure(end) }
    }

    deinit {
        close(wakeEnds.read)
        close(wakeEnds.write)
    }

    func makeID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    func add(_ id: Int, _ waiter: Waiter) {
        let isAdded = state.withLock { state in
            // Otherwise the cancellation handler runs later, and finds the waiter.
            guard !Task.isCancelled else { return false }
            state.waiters[id] = waiter
            return true
        }
        if isAdded { wake() } else { waiter.continuation.resume(throwing: CancellationError()) }
    }

    func cancel(_ id: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.continuation.resume(throwing: CancellationError())
        // While poll(2) uses a socket, closing it has no effect.
        wake()
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    func run() {
        while let waiters = state.withLock({ $0.isStopped ? nil : $0.waiters }) {
            let ids = Array(waiters.keys)
            var entries = [pollfd(fd: wakeEnds.read, events: Int16(POLLIN), revents: 0)]
            entries += ids.compactMap { waiters[$0]?.entry }
            _ = poll(&entries, nfds_t(entries.count), Self.milliseconds(until: waiters.values.map(\.deadline).min()))
            if entries[0].revents != 0 { drainPipe() }
            let now = ContinuousClock.now
            for (id, entry) in zip(ids, entries.dropFirst()) {
                let isLate = waiters[id].map { $0.deadline <= now } ?? false
                if entry.revents != 0 || isLate { finish(id, isReady: entry.revents != 0) }
            }
        }
    }

    // MARK: - Private

    private func finish(_ id: Int, isReady: Bool) {
        // `nil` if the task was cancelled meanwhile.
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.continuation.resume(returning: isReady)
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = write(wakeEnds.write, &byte, 1)
    }

    private func drainPipe() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wakeEnds.read, &bytes, bytes.count) == bytes.count {}
    }

    /// Rounded up, and at most a minute. After a minute, the loop checks again.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let seconds = ContinuousClock.now.duration(to: deadline) / .seconds(1)
        return Int32(max(0, min(60_000, (seconds * 1_000).rounded(.up))))
    }
}
