#if os(Linux)
    import Foundation

    /// A peer in this process, at a Unix domain socket of the abstract namespace (unix(7)), that says nothing: it takes
    /// one connection, and ends its own direction at once.
    final class LocalPeer {
        /// Of the socket, as libcurl takes it.
        let name: String

        private let listener: Int32
        private var connection: Int32 = -1

        /// `nil` when there is no descriptor left.
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

        /// Takes the connection, if it is there.
        func takeConnection() {
            guard connection < 0 else { return }
            connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            // Not closed: writing to a closed one is a signal that ends the process.
            shutdown(connection, Int32(SHUT_WR))
        }

        /// Whether anything has been sent to it.
        var hasReceived: Bool {
            var byte: UInt8 = 0
            return connection >= 0 && recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
        }

        /// Lets the kernel pick a name: five characters behind a zero byte.
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
