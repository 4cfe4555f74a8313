#if os(Linux)
    import Glibc

    /// The process behind ``FixedServer``: one thread, one `poll`, no allocation per request of ``ServerRequest/Path/item``.
    ///
    /// It is not epoll, which the Glibc module lacks. With the few connections of a comparison it costs the same: three
    /// system calls for a request, one that waits, one that reads, one that writes.
    struct ServerLoop {
        private let listener: ServerListener
        private let answers = ServerAnswers()
        /// Standard input, the listener, and then the connections in their order.
        private var polled: [pollfd]
        private var connections: [ServerConnection] = []
        private var timers = ServerTimers()
        /// Shared, since what is read is used at once.
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

        private static let reserved = 2

        init() throws {
            ProcessStatus.raiseDescriptorLimit()
            listener = try ServerListener()
            polled = [STDIN_FILENO, listener.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }

        /// Prints the port, and serves until standard input closes.
        mutating func run() {
            print(listener.port)
            fflush(nil)
            while polled[0].revents == 0 {
                _ = poll(&polled, nfds_t(polled.count), timers.sleepMilliseconds)
                // Backwards, since one that ends gives its place to the last.
                for index in connections.indices.reversed() where polled[index + Self.reserved].revents != 0 {
                    connections[index].work(with: buffer)
                    finish(index)
                }
                if polled[1].revents != 0 { accept() }
                while let connection = timers.takeDue() {
                    connection.answerLate()
                    // Whatever it came to, the next poll tells.
                }
            }
        }

        // MARK: - Private

        private mutating func accept() {
            while let descriptor = listener.accept() {
                connections.append(ServerConnection(descriptor: descriptor, answers: answers))
                polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
        }

        private mutating func finish(_ index: Int) {
            let connection = connections[index]
            if let milliseconds = connection.takeDelay() { timers.add(connection, milliseconds: milliseconds) }
            polled[index + Self.reserved].events = connection.interest
            guard connection.isEnded else { return }
            close(connection.descriptor)
            connections.swapAt(index, connections.count - 1)
            connections.removeLast()
            polled.swapAt(index + Self.reserved, polled.count - 1)
            polled.removeLast()
        }
    }
#endif
