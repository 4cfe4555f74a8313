import Foundation
import Tern

/// A TCP connection that never blocks a thread. It is closed when it is released.
final class Socket: Sendable {
    private struct Transfers {
        var sentBytes = 0
        /// The time at which bytes were last sent or received.
        var last = ContinuousClock.now
    }

    private let descriptor: Int32
    private let poller: SocketPoller
    private let transfers = Guarded(Transfers())

    private init(descriptor: Int32, poller: SocketPoller) {
        self.descriptor = descriptor
        self.poller = poller
    }

    deinit {
        close(descriptor)
    }

    /// - Throws: `SystemError`, also if `deadline` has passed; `CancellationError`.
    static func connect(
        to address: SocketAddress,
        until deadline: ContinuousClock.Instant,
        _ poller: SocketPoller
    ) async throws -> Socket {
        let descriptor = SocketAddress.makeDescriptor()
        guard descriptor >= 0 else { throw SystemError.last }
        let socket = Socket(descriptor: descriptor, poller: poller)
        configure(descriptor)
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor)
        #if canImport(Darwin)
            setOption(SOL_SOCKET, SO_NOSIGPIPE, on: descriptor)
        #endif
        if address.withSystemAddress({ systemConnect(descriptor, $0, $1) }) == 0 { return socket }
        guard errno == EINPROGRESS else { throw SystemError.last }
        guard try await poller.wait(for: .writable, on: descriptor, until: deadline) else {
            throw SystemError(number: ETIMEDOUT)
        }
        var (number, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
        guard number == 0 else { throw SystemError(number: number) }
        return socket
    }

    /// The number of bytes that the system has accepted since the connection was opened.
    var sentBytes: Int { transfers.withLock { $0.sentBytes } }

    /// Whether there are no unread bytes, and the connection hasn't ended.
    var isIdle: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
    }

    /// Sends all of `data`.
    ///
    /// - Throws: `SystemError`; `TernError` with code `.timedOut` if no bytes are sent or received for `idleTime`;
    ///   `CancellationError`.
    func send(_ data: Data, idleTime: Duration) async throws {
        var rest = data
        while !rest.isEmpty {
            try Task.checkCancellation()
            // The system call is made under the lock, so that a task that has received the response to these bytes also
            // finds them counted.
            let (count, error) = transfers.withLock { transfers in
                let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
                let error = errno
                if count > 0 { (transfers.sentBytes, transfers.last) = (transfers.sentBytes + count, .now) }
                return (count, error)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try await wait(for: .writable, after: error, idleTime: idleTime)
            }
        }
    }

    /// The next bytes, at most 64 KiB. Empty at the end of the connection.
    ///
    /// - Throws: As ``send(_:idleTime:)`` does.
    func receive(idleTime: Duration) async throws -> Data {
        while true {
            try Task.checkCancellation()
            let (bytes, error) = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer in
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                return count < 0 ? (nil, errno) : (Data(buffer.prefix(count)), 0)
            }
            if let bytes {
                transfers.withLock { $0.last = .now }
                return bytes
            }
            try await wait(for: .readable, after: error, idleTime: idleTime)
        }
    }

    /// Ends the connection in both directions. Waiting reads end, too.
    func shutDown() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Makes a descriptor non-blocking, and not inherited by child processes.
    static func configure(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    // MARK: - Private

    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
    #else
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// - Parameter error: The error of the call on the socket.
    private func wait(for event: SocketPoller.Event, after error: Int32, idleTime: Duration) async throws {
        if error == EINTR { return }
        guard error == EAGAIN || error == EWOULDBLOCK else { throw SystemError(number: error) }
        let start = ContinuousClock.now
        let idleTime = min(idleTime, .seconds(1_000_000_000))
        while true {
            // Bytes in the other direction count as well.
            let deadline = max(start, transfers.withLock { $0.last }) + idleTime
            if try await poller.wait(for: event, on: descriptor, until: deadline) { return }
            if max(start, transfers.withLock { $0.last }) + idleTime <= .now {
                throw TernError(.timedOut, reason: "The server sent nothing for \(idleTime).")
            }
        }
    }

    private static func setOption(_ level: Int32, _ option: Int32, on descriptor: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

// Inside `Socket`, these names refer to its own methods.
private let systemConnect = connect
private let systemSend = send
