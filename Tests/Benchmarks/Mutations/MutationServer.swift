#if os(Linux)
    import Foundation
    import Tern
    import TernTesting

    /// A server that responds to each request with its ``MutationPlan``. Each connection has a thread.
    final class MutationServer: Sendable {
        let url: URL
        let seed: UInt64
        let kinds: [MutationKind]
        let ledger: MutationLedger
        /// Whether it sends bytes on idle connections, or ends them.
        let disturbsIdleConnections: Bool
        private let listener: Listener
        private let stopped = Locked(false)

        init(
            seed: UInt64,
            kinds: [MutationKind],
            disturbsIdleConnections: Bool,
            ledger: MutationLedger
        ) throws {
            listener = try Listener(port: 0)
            self.seed = seed
            self.kinds = kinds
            self.disturbsIdleConnections = disturbsIdleConnections
            self.ledger = ledger
            url = try listener.url
            Thread.detachNewThread { [self] in accept() }
        }

        var isStopped: Bool { stopped.withLock { $0 } }

        /// Ends all threads, which takes some milliseconds.
        func stop() {
            stopped.withLock { $0 = true }
        }

        private func accept() {
            let socket = MutationSocket(descriptor: listener.descriptor)
            var number = 0
            while !isStopped {
                socket.waitForClient(milliseconds: 50)
                while case .accepted(let descriptor) = listener.accept() {
                    number += 1
                    ledger.count { counts in
                        counts.connections += 1
                        counts.openConnections += 1
                    }
                    Thread.detachNewThread { [self, number] in
                        var connection = MutationConnection(
                            socket: MutationSocket(descriptor: descriptor),
                            number: number,
                            server: self
                        )
                        connection.serve()
                        ledger.count { $0.openConnections -= 1 }
                    }
                }
            }
            listener.close()
        }
    }

    extension MutationSocket {
        /// Waits until a client connects.
        func waitForClient(milliseconds: Int) {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, Int32(milliseconds))
        }
    }
#endif
