#if os(Linux)
    import Glibc

    /// A listening socket on a free port of 127.0.0.1.
    struct ServerListener {
        let descriptor: Int32
        let port: UInt16

        init() throws {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
            descriptor = socket(AF_INET, kind, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listens = withUnsafeMutablePointer(to: &address) { [descriptor] address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, size) == 0 && listen(descriptor, 4_096) == 0
                        && getsockname(descriptor, address, &size) == 0
                }
            }
            guard listens else { throw ServerError(call: "listen", number: errno) }
            port = UInt16(bigEndian: address.sin_port)
        }

        /// The next waiting connection, if any.
        func accept() -> Int32? {
            let connection = Glibc.accept(descriptor, nil, nil)
            guard connection >= 0 else { return nil }
            // Otherwise a second small write would wait for the client's acknowledgement of the first.
            var isOn: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            return connection
        }
    }
#endif
