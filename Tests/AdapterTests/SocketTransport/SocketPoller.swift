import Foundation
import Tern

/// Waits for many sockets on one thread, with poll(2), so that no task blocks a thread of the cooperative pool.
final class SocketPoller: Sendable {
    enum Event: Sendable { case readable, writable }

    private let loop: PollLoop

    /// - Throws: `SystemError` if no file descriptor is free.
    init() throws {
        let loop = try PollLoop()
        self.loop = loop
        Thread.detachNewThread { loop.run() }
    }

    deinit {
        // No task waits now: each waiting task holds a reference to the poller.
        loop.stop()
    }

    /// Suspends until a socket is ready, is broken, or `deadline` has passed.
    ///
    /// - Returns: Whether it is ready or broken. The next read or write shows which of both.
    /// - Throws: `CancellationError`, at once when the task is cancelled.
    func wait(
        for event: Event,
        on descriptor: Int32,
        until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        let events = Int16(event == .readable ? POLLIN : POLLOUT)
        let id = loop.makeID()
        return try await ExternalWait.run("a socket") { [loop] in
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    loop.add(
                        id,
                        PollLoop.Waiter(pollfd(fd: descriptor, events: events, revents: 0), deadline, continuation)
                    )
                }
            } onCancel: {
                loop.cancel(id)
            }
        }
    }
}
