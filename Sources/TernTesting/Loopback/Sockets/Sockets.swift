#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The system calls of the server. All differences between platforms are in this file.
package enum Sockets {
    package enum Transfer: Equatable {
        case bytes(Int)
        case wouldBlock
        /// The peer has shut down its sending side, or the connection is broken.
        case ended
    }

    package enum Acceptance {
        case accepted(Int32)
        case nonePending
        case descriptorsExhausted
        case listenerClosed
    }

    /// Creates a non-blocking socket that listens on 127.0.0.1, and returns it with its port.
    ///
    /// - Parameter port: 0 for a port that the kernel selects.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    package static func listen(port: Int = 0) throws(TestKitError) -> (descriptor: Int32, port: Int) {
        let (descriptor, port) = try bindOnly(port: port)
        // Connections inherit this option. Without it, connections that the clients haven't closed yet would block the
        // port for the next server.
        enableOption(SO_REUSEADDR, on: descriptor)
        guard systemListen(descriptor, 4096) == 0 else {
            let error = failure(of: "listen", code: .bindFailed, place: "127.0.0.1:\(port)")
            close(descriptor)
            throw error
        }
        return (descriptor, port)
    }

    /// Makes a socket that is bound to a port on 127.0.0.1, but doesn't listen.
    static func bindOnly(port: Int = 0) throws(TestKitError) -> (descriptor: Int32, port: Int) {
        guard let number = in_port_t(exactly: port) else {
            throw TestKitError(.bindFailed, "The port \(port) is not in the range 0 to 65535.")
        }
        let descriptor = try makeSocket(AF_INET)
        // Connections of an earlier server in TIME_WAIT must not block its port for the next server.
        if number != 0 { enableOption(SO_REUSEADDR, on: descriptor) }
        var address = sockaddr_in()
        address.sin_port = number.bigEndian
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        #if canImport(Darwin)
            address.sin_len = UInt8(size)
        #endif
        let failed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) != 0 || getsockname(descriptor, address, &size) != 0
            }
        }
        guard !failed else {
            let error = failure(of: "bind", code: .bindFailed, place: number == 0 ? "127.0.0.1" : "127.0.0.1:\(number)")
            close(descriptor)
            throw error
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Makes a non-blocking socket that listens on a path of the file system. No file may exist there.
    ///
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    static func listen(onPath path: String) throws(TestKitError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        #if canImport(Darwin)
            address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
        #endif
        let bytes = Array(path.utf8)
        let maximumBytes = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard 1...maximumBytes ~= bytes.count, !bytes.contains(0) else {
            throw TestKitError(
                .bindFailed,
                "The path of a socket must have 1 to \(maximumBytes) bytes without NUL, but \"\(path)\" has \(bytes.count) bytes."
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = try makeSocket(AF_UNIX)
        let hasFailed = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) != 0
                    || systemListen(descriptor, 4096) != 0
            }
        }
        guard !hasFailed else {
            let error = failure(of: "bind", code: .bindFailed, place: "\"\(path)\"")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func removeFile(_ path: String) {
        _ = unlink(path)
    }

    static func accept(_ listener: Int32) -> Acceptance {
        while true {
            let descriptor = systemAccept(listener, nil, nil)
            if descriptor >= 0 {
                configureConnection(descriptor)
                return .accepted(descriptor)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .nonePending
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .descriptorsExhausted
            default: return .listenerClosed
            }
        }
    }

    package static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Sends without raising SIGPIPE.
    package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        #if canImport(Darwin)
            let flags: Int32 = 0  // SO_NOSIGPIPE is set on the socket.
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return transfer { systemSend(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Closes the sending direction. Receiving continues.
    package static func finishSending(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes with a reset (RST), and discards unsent bytes.
    package static func reset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    /// Makes a non-blocking pipe.
    package static func makePipe() throws(TestKitError) -> (readEnd: Int32, writeEnd: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { pipe($0.bindMemory(to: Int32.self).baseAddress) }
        guard result == 0 else { throw failure(of: "pipe") }
        configure(ends.0)
        configure(ends.1)
        return ends
    }

    package static func writeByte(_ descriptor: Int32) {
        var byte: UInt8 = 1
        _ = write(descriptor, &byte, 1)
    }

    package static func drain(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while read(descriptor, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }

    /// Does nothing if the descriptor is negative.
    package static func close(_ descriptor: Int32) {
        if descriptor >= 0 { _ = systemClose(descriptor) }
    }

    /// Closes a listening socket.
    ///
    /// A `poll` of another thread keeps a closed socket open until the `poll` returns. So the socket stops listening
    /// first, and its port is free at once.
    static func closeListening(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// The error of the last system call.
    static func failure(
        of call: String,
        code: TestKitError.Code = .systemCallFailed,
        place: String = "127.0.0.1"
    ) -> TestKitError {
        let number = errno
        if number == EMFILE || number == ENFILE {
            return TestKitError(
                .descriptorsExhausted,
                "`\(call)` failed: no file descriptor is free. Close open files, or raise `ulimit -n`."
            )
        }
        let text = String(cString: strerror(number))
        if number == EADDRINUSE {
            let message = "\(place) is in use: `\(call)` failed with \(text). Stop its listener, or use another."
            return TestKitError(code, message)
        }
        return TestKitError(code, "`\(call)` on \(place) failed: \(text).")
    }

    // MARK: - Private

    private static func makeSocket(_ family: Int32) throws(TestKitError) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw failure(of: "socket") }
        configure(descriptor)
        return descriptor
    }

    private static func enableOption(_ option: Int32, on descriptor: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldBlock }
            if errno != EINTR { return .ended }
        }
    }

    private static func configureConnection(_ descriptor: Int32) {
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        configure(descriptor)
        #if canImport(Darwin)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
    }

    /// Makes the descriptor non-blocking, and closes it in child processes.
    private static func configure(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}

// Inside `Sockets`, the names of the system calls refer to its own methods.
private let systemListen = listen
private let systemSend = send
private let systemClose = close
private let systemAccept = accept
