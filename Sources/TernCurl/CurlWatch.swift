#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation
    import Synchronization

    /// Ends the connection of a peer that keeps libcurl busy.
    ///
    /// libcurl reads a socket until it is empty. A peer that sends faster than libcurl reads, and sends nothing that
    /// libcurl delivers, would keep the engine's thread in one call of libcurl for ever: endless WINDOW_UPDATE frames,
    /// or the body of a proxy's response to CONNECT. No other transfer would go on, and no time limit would hold.
    ///
    /// So a timer of the thread's processor time fires on another thread. If the engine's thread makes no step while
    /// the timer fires three times, the socket that it is reading is shut down. An idle thread causes no timer to fire.
    final class CurlWatch: Sendable {
        private struct State {
            /// The open sockets, with the number of bytes that libcurl had read when the timer fired before.
            var sockets: [Int32: UInt64?] = [:]
            /// The open sockets that were shut down.
            var ended: Set<Int32> = []
            /// The step in which the timer fired before.
            var step = -1
        }

        private struct Registry {
            var lastID: UInt = 0
            var watches: [UInt: CurlWatch] = [:]
        }

        /// libcurl needs a few milliseconds for as much as it reads at a time.
        private static let milliseconds: Int32 = 50

        /// The timers pass a number, since they can fire once more after they were stopped.
        private static let registry = Locked(Registry())

        private let step = Atomic(0)
        private let state = Locked(State())

        /// Watches the calling thread while `body` runs. If the system has no such timer, nothing is watched.
        static func run(_ body: (CurlWatch) -> Void) {
            let watch = CurlWatch()
            let id = registry.withLock { registry in
                registry.lastID += 1
                registry.watches[registry.lastID] = watch
                return registry.lastID
            }
            let timer = tern_thread_timer_start(
                milliseconds,
                { id in CurlWatch.registry.withLock { $0.watches[id] }?.check() },
                id
            )
            body(watch)
            if let timer { tern_thread_timer_stop(timer) }
            registry.withLock { $0.watches[id] = nil }
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

        private func check() {
            state.withLock { state in
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
