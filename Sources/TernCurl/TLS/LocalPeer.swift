#if os(Linux)
    import TernHTTP
    import Foundation

    /// A peer in this process that accepts one connection, and closes its own direction without sending.
    ///
    /// It listens on a Unix domain socket in the abstract namespace (unix(7)).
    final class LocalPeer {
        /// The name of the socket, as libcurl expects it.
        let name: String

        private let listener: Int32
        private var connection: Int32 = -1

        /// Returns `nil` if the process has no free file descriptor.
        init?() {
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            listener = socket(AF_UNIX, type, 0)
            guard listener >= 0 else { return nil }
            guard let name = Self.bindToNewName(listener), listen(listener, 1) == 0 else {
                close(listener)
                return nil
            }
            self.name = name
        }

        deinit {
            if connection >= 0 { close(connection) }
            close(listener)
        }

        /// Accepts the connection, if the client has connected.
        func takeConnection() {
            guard connection < 0 else { return }
            connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            // Not closed, since a client that writes to a closed socket receives SIGPIPE, which ends the process.
            shutdown(connection, Int32(SHUT_WR))
        }

        /// Whether the peer has received any byte.
        var hasReceived: Bool {
            var byte: UInt8 = 0
            return connection >= 0 && recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
        }

        /// Binds to a name that the kernel chooses: five characters after a zero byte.
        private static func bindToNewName(_ socket: Int32) -> String? {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var size = socklen_t(MemoryLayout<sa_family_t>.size)
            return withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> String? in
                    guard bind(socket, pointer, size) == 0 else { return nil }
                    size = socklen_t(MemoryLayout<sockaddr_un>.size)
                    guard getsockname(socket, pointer, &size) == 0 else { return nil }
                    let prefix = MemoryLayout<sa_family_t>.size + 1
                    guard size > prefix else { return nil }
                    let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size)).dropFirst(prefix)
                    return String(decoding: bytes, as: UTF8.self)
                }
            }
        }
    }
#endif
