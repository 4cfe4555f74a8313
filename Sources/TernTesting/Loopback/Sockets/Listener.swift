import Tern

/// The listening socket. It can be closed by any thread while the loop accepts, so that a port is free as soon as
/// `stop()` returns.
final class Listener: Sendable {
    let descriptor: Int32
    let port: Int
    private let isOpen = Locked(true)

    init() throws(LoopbackServerError) {
        (descriptor, port) = try Sockets.listen()
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
            if isOpen { Sockets.close(descriptor) }
            isOpen = false
        }
    }
}
