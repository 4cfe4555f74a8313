#if os(Linux)
    import CTernCurl
    import Glibc

    /// The process behind ``LiveServer``: one thread, one `epoll`, no allocation per request of
    /// ``ServerRequest/Path/item``.
    ///
    /// Three system calls for a request: one waits, one reads, one writes. Under load, one wait serves many requests.
    struct ServerLoop {
        private let listener: ServerListener
        private let responses = ServerResponses()
        private let epoll = tern_epoll_create()
        /// Connections by their descriptors.
        private var connections: [Int32: ServerConnection] = [:]
        private var timers = ServerTimers()
        /// Shared by all connections, since read bytes are processed at once.
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

        init() throws {
            ProcessStatus.raiseDescriptorLimit()
            listener = try ServerListener()
            for descriptor in [STDIN_FILENO, listener.descriptor] {
                try watch(descriptor, for: ServerConnection.readable, by: Self.add)
            }
        }

        /// Prints the port, and serves until standard input closes.
        mutating func run() throws {
            print(listener.port)
            fflush(nil)
            var events = Array(repeating: tern_epoll_event(), count: 64)
            while true {
                let count = tern_epoll_wait(epoll, &events, Int32(events.count), timers.sleepMilliseconds)
                for event in events.prefix(Int(max(0, count))) {
                    switch event.descriptor {
                    case STDIN_FILENO: return
                    case listener.descriptor: try accept()
                    default:
                        guard let connection = connections[event.descriptor] else { continue }
                        connection.work(with: buffer)
                        try finish(connection)
                    }
                }
                while let connection = timers.takeDue() {
                    connection.sendDelayedResponse()
                    try finish(connection)
                }
            }
        }

        // MARK: - Private

        /// `EPOLL_CTL_ADD` and `EPOLL_CTL_MOD`.
        private static let add: Int32 = 1
        private static let change: Int32 = 3

        private func watch(_ descriptor: Int32, for events: UInt32, by operation: Int32) throws {
            guard tern_epoll_control(epoll, operation, descriptor, events) == 0 else {
                throw ServerError(call: "epoll_ctl", number: errno)
            }
        }

        private mutating func accept() throws {
            while let descriptor = listener.accept() {
                connections[descriptor] = ServerConnection(descriptor: descriptor, responses: responses)
                try watch(descriptor, for: ServerConnection.readable, by: Self.add)
            }
        }

        /// Updates the events and the timer of a connection after its work.
        private mutating func finish(_ connection: ServerConnection) throws {
            if let milliseconds = connection.takeDelay() { timers.add(connection, milliseconds: milliseconds) }
            if connection.isEnded {
                connections[connection.descriptor] = nil
                // Closing also removes the descriptor from epoll.
                close(connection.descriptor)
            } else if let interest = connection.takeInterest() {
                try watch(connection.descriptor, for: interest, by: Self.change)
            }
        }
    }
#endif
