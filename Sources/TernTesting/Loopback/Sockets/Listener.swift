import Tern

/// The listening socket. It can be closed by any thread while the loop accepts, so that a port is free as soon as
/// `stop()` returns.
final class Listener: Sendable {
    let descriptor: Int32
    let port: Int
    private let path: String?
    private let isOpen = Locked(true)

    init(port: Int) throws(LoopbackServerError) {
        (descriptor, self.port) = try Sockets.listen(port: port)
        path = nil
    }

    init(path: String) throws(LoopbackServerError) {
        descriptor = try Sockets.listen(onPath: path)
        port = 0
        self.path = path
    }

    deinit {
        close()
    }

    func accept() -> Sockets.Acceptance {
        // Accepting does not block, and under the lock the number can't be given to another file meanwhile.
        isOpen.withLock { isOpen in
            isOpen ? Sockets.accept(descriptor) : .listenerClosed
        }
    }

    func close() {
        isOpen.withLock { isOpen in
            if isOpen {
                Sockets.close(descriptor)
                if let path { Sockets.removeFile(path) }
            }
            isOpen = false
        }
    }
}
