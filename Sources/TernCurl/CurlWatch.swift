#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation
    import Synchronization

    /// Ends the connection of a peer that keeps libcurl busy.
    ///
    /// libcurl reads a socket until it is empty. A peer that sends faster than libcurl reads, and sends nothing that
    /// libcurl delivers, would keep the engine's thread in one call of libcurl. No other transfer would go on, and no
    /// time limit would hold.
    ///
    /// So a timer looks at the engine's thread from another thread while it is awake. If the engine's thread makes no
    /// step in three looks, each after more of its processor time, the socket that it is reading is shut down. While
    /// the thread sleeps, the timer stops.
    final class CurlWatch: Sendable {
        private struct State {
            /// The open sockets, with the number of bytes that libcurl had read at the look before.
            var sockets: [Int32: UInt64?] = [:]
            /// The open sockets that were shut down.
            var ended: Set<Int32> = []
            /// The step at the look before.
            var step = -1
            /// The processor time of the engine's thread at the look before.
            var processorTime = Duration.zero
        }

        /// libcurl needs a few milliseconds for as much as it reads at a time.
        private static let milliseconds = 50

        private let step = Atomic(0)
        private let isAwake = Atomic(false)
        private let isTimerRunning = Atomic(false)
        private let state = Locked(State())
        /// The clock of the engine's processor time. `nil` if the system has none: then nothing is watched.
        private let clock: clockid_t?
        /// A separate queue, since all threads of a global queue may be busy.
        private let queue = DispatchQueue(label: "Tern.watch")

        /// Watches the calling thread, which becomes awake with ``didWake()``.
        init() {
            var clock = clockid_t()
            self.clock = pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : nil
        }

        /// Called by the engine's thread before it waits for events, and before it ends.
        func willSleep() {
            isAwake.store(false, ordering: .sequentiallyConsistent)
        }

        func didWake() {
            isAwake.store(true, ordering: .sequentiallyConsistent)
            startTimer()
        }

        /// Called by the engine's thread each time it calls libcurl, and each time libcurl delivers something.
        func beginStep() {
            step.store(step.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }

        func opened(_ socket: Int32) {
            state.withLock { $0.sockets[socket] = .some(nil) }
        }

        /// Called before a socket is closed, so that no other socket with its number is shut down.
        ///
        /// - Returns: Whether the socket was shut down.
        func willClose(_ socket: Int32) -> Bool {
            state.withLock { state in
                state.sockets[socket] = nil
                return state.ended.remove(socket) != nil
            }
        }

        func hasEnded(_ socket: Int32) -> Bool {
            state.withLock { $0.ended.contains(socket) }
        }

        // MARK: - Private

        private func startTimer() {
            guard clock != nil, !isTimerRunning.load(ordering: .sequentiallyConsistent),
                !isTimerRunning.exchange(true, ordering: .sequentiallyConsistent)
            else { return }
            scheduleLook()
        }

        private func scheduleLook() {
            queue.asyncAfter(deadline: .now() + .milliseconds(Self.milliseconds)) {
                guard self.isAwake.load(ordering: .sequentiallyConsistent) else {
                    self.isTimerRunning.store(false, ordering: .sequentiallyConsistent)
                    // The thread may have woken before it could see that the timer has stopped.
                    if self.isAwake.load(ordering: .sequentiallyConsistent) { self.startTimer() }
                    return
                }
                self.look()
                self.scheduleLook()
            }
        }

        private func look() {
            var time = timespec()
            guard let clock, clock_gettime(clock, &time) == 0 else { return }
            let processorTime = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
            state.withLock { state in
                // A thread that got no processor reads nothing.
                guard processorTime - state.processorTime >= .milliseconds(Self.milliseconds) else { return }
                state.processorTime = processorTime
                let step = step.load(ordering: .relaxed)
                guard step == state.step else {
                    state.step = step
                    for socket in state.sockets.keys { state.sockets[socket] = .some(nil) }
                    return
                }
                var busiest: (socket: Int32, bytes: UInt64)?
                for (socket, former) in state.sockets {
                    let read = CurlConnection.readBytes(of: socket)
                    state.sockets[socket] = read
                    // Bytes that arrive between two system calls look like read ones, but they are few.
                    if let read, let former, read > former, read - former > busiest?.bytes ?? 0 {
                        busiest = (socket, read - former)
                    }
                }
                guard let busiest else { return }
                shutdown(busiest.socket, Int32(SHUT_RDWR))
                state.ended.insert(busiest.socket)
            }
        }
    }
#endif
