import Foundation
import Tern

/// The listening socket. Any thread can close it while the loop accepts, so that the port is free as soon as `stop()`
/// returns.
package final class Listener: Sendable {
    package let descriptor: Int32
    package let port: Int
    private let path: String?
    private let isOpen = Locked(true)
    /// The system call. A test replaces it, so that there is no free file descriptor.
    private let systemAccept: @Sendable (_ listener: Int32) -> Sockets.Acceptance

    package convenience init(port: Int) throws(TestKitError) {
        try self.init(port: port, accept: { Sockets.accept($0) })
    }

    init(port: Int, accept: @escaping @Sendable (_ listener: Int32) -> Sockets.Acceptance) throws(TestKitError) {
        (descriptor, self.port) = try Sockets.listen(port: port)
        path = nil
        systemAccept = accept
    }

    init(path: String) throws(TestKitError) {
        descriptor = try Sockets.listen(onPath: path)
        port = 0
        self.path = path
        systemAccept = { Sockets.accept($0) }
    }

    /// The port, or the path of a Unix domain socket.
    var place: String { path ?? "\(port)" }

    /// `http://127.0.0.1:PORT`, or `http://localhost` on a Unix domain socket.
    package var url: URL {
        get throws(TestKitError) {
            try URL(loopback: path == nil ? "127.0.0.1:\(port)" : "localhost")
        }
    }

    deinit {
        close()
    }

    package func accept() -> Sockets.Acceptance {
        // Accepting does not block. The lock prevents that the descriptor is closed, and reused for another file, in
        // the meantime.
        isOpen.withLock { isOpen in
            isOpen ? systemAccept(descriptor) : .listenerClosed
        }
    }

    package func close() {
        isOpen.withLock { isOpen in
            if isOpen {
                Sockets.closeListening(descriptor)
                if let path { Sockets.removeFile(path) }
            }
            isOpen = false
        }
    }
}
