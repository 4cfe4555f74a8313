#if os(Linux)
    import Glibc

    /// A connection of the mutating server, with limits to every wait.
    struct MutationSocket {
        enum Reading {
            case bytes([UInt8])
            case nothing
            case ended
        }

        let descriptor: Int32

        /// Waits for bytes.
        func read(within milliseconds: Int) -> Reading {
            guard wait(for: Int32(POLLIN), milliseconds) else { return .nothing }
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(Array(buffer[..<count])) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
        }

        /// - Returns: Whether the client received all bytes within two seconds.
        func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                guard wait(for: Int32(POLLOUT), 2_000) else { return false }
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
                if count > 0 { rest = rest.dropFirst(count) }
                if count < 0, errno != EAGAIN, errno != EINTR { return false }
            }
            return true
        }

        func finishSending() {
            shutdown(descriptor, Int32(SHUT_WR))
        }

        /// Makes the next close a reset.
        func prepareReset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }

        func close() {
            _ = Glibc.close(descriptor)
        }

        private func wait(for events: Int32, _ milliseconds: Int) -> Bool {
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            return poll(&entry, 1, Int32(milliseconds)) > 0
        }
    }
#endif
