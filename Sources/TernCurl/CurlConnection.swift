#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// A connection that libcurl uses, with the engine's state for it. Used on the engine's thread only.
    final class CurlConnection {
        let socket: Int32
        /// Whether the engine opened the socket, and closes it.
        let isOwn: Bool
        /// `nil` if requests to the origin never share a connection.
        let origin: CurlOrigin?
        private(set) var state = State.opening
        /// The state of an HTTP/2 connection, which assigns each response to its request by a stream id. `nil` if the
        /// connection isn't known to use HTTP/2.
        var http2: HTTP2?
        /// The multi handle that waits for the socket: a transfer is running, and isn't paused.
        unowned var waiter: CurlMulti?
        /// The events that the poller waits for, as bits of ``CurlSocketEvents``. They rarely change between transfers.
        var polledEvents: Int32 = 0
        /// When the socket was last readable while libcurl waited for it.
        var lastReadTime: Duration?
        /// Identifies the connection in libcurl's callback before a request is sent.
        var endpoints: CurlEndpoints?
        /// The running transfers on the connection. Each removes itself when it ends.
        private(set) var transfers: [CurlTransfer] = []
        /// Whether the connection uses TLS.
        private var isSecure = false
        /// The number of bytes received on the connection that libcurl has delivered.
        var consumedBytes = 0
        /// Identifies the socket even if a later socket has the same number. `nil` before Linux 4.12.
        private let cookie: UInt64?

        enum State: Equatable {
            /// No request has been sent on the connection.
            case opening
            case used
            /// libcurl closes the connection after its last transfer.
            case leaving
            /// libcurl has closed the socket.
            case closed(isExpected: Bool)
        }

        struct HTTP2 {
            /// The id of the last stream that the server processes, from its GOAWAY frame (RFC 9113, section 6.8).
            var lastAcceptedStream: Int?
            /// The number of bytes that were read from the socket when libcurl read for the last time. See
            /// ``CurlConnections/settle()``.
            var settledBytes: UInt64?
            var unchangedReadings = 0
        }

        init(_ socket: Int32, isOwn: Bool, origin: CurlOrigin? = nil) {
            self.socket = socket
            self.isOwn = isOwn
            self.origin = origin
            cookie = Self.cookie(of: socket)
        }

        var isMultiplexed: Bool { http2 != nil }
        var lastAcceptedStream: Int? { http2?.lastAcceptedStream }
        var isIdle: Bool { transfers.isEmpty }
        /// Whether a request has been sent on the connection.
        var isConnected: Bool { state != .opening }

        /// Adds a transfer, whose request is sent on the connection.
        func add(_ transfer: CurlTransfer) {
            transfers.append(transfer)
            if state == .opening { state = .used }
            isSecure = transfer.prepared.isSecure
        }

        func remove(_ transfer: CurlTransfer) {
            if let index = transfers.firstIndex(where: { $0 === transfer }) { transfers.remove(at: index) }
        }

        /// Handles a GOAWAY frame. A server may send several with decreasing stream ids.
        func goAway(lastStream: Int) {
            var http2 = http2 ?? HTTP2()
            http2.lastAcceptedStream = min(http2.lastAcceptedStream ?? lastStream, lastStream)
            self.http2 = http2
        }

        /// Called when libcurl is going to close the connection after its last transfer.
        func leave() {
            if !isClosed { state = .leaving }
        }

        /// Called when libcurl has closed the socket.
        func closed() {
            if !isClosed { state = .closed(isExpected: state == .leaving || lastAcceptedStream != nil) }
        }

        /// Whether libcurl has closed the HTTP/2 connection without a reason that it or the server has given.
        var isBrokenOff: Bool { state == .closed(isExpected: false) }

        private var isClosed: Bool { if case .closed = state { true } else { false } }

        /// The local port of a TCP socket. `nil` if libcurl has closed the socket, or for another kind of socket.
        var localPort: Int32? {
            var address = sockaddr_storage()
            var size = socklen_t(MemoryLayout.size(ofValue: address))
            let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
            }
            guard isKnown, [AF_INET, AF_INET6].contains(Int32(address.ss_family)) else { return nil }
            // sockaddr_in and sockaddr_in6 have the port at the same place, after the family.
            let port = withUnsafeBytes(of: &address) { $0.load(fromByteOffset: 2, as: UInt16.self) }
            return Int32(UInt16(bigEndian: port))
        }

        /// Whether there are no unread bytes, and the server hasn't closed the connection.
        ///
        /// Without HTTP/2, libcurl would take unread bytes for the response to the next request.
        var hasNothingToRead: Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
                && (errno == EAGAIN || errno == EWOULDBLOCK)
        }

        /// Whether the socket has received more bytes than libcurl has delivered. `false` for TLS, where only libcurl's
        /// log shows such bytes, and for HTTP/2, whose frames libcurl doesn't deliver.
        var hasMoreThanConsumed: Bool {
            guard !isSecure, !isMultiplexed, let counts = byteCounts else { return false }
            return counts.received > UInt64(consumedBytes)
        }

        /// The number of bytes sent on the connection, including TLS and the replies to frames, whose receipt the peer
        /// has acknowledged. 0 if it isn't known.
        var acknowledgedBytes: UInt64 { byteCounts?.acknowledged ?? 0 }

        private var byteCounts: (acknowledged: UInt64, received: UInt64)? { Self.byteCounts(of: socket) }

        /// The number of bytes that were read from a TCP connection. `nil` if it isn't known. Any thread can call it.
        static func readBytes(of socket: Int32) -> UInt64? {
            let unread = tern_socket_unread(socket)
            guard unread >= 0, let counts = byteCounts(of: socket) else { return nil }
            return counts.received - min(UInt64(unread), counts.received)
        }

        private static func byteCounts(of socket: Int32) -> (acknowledged: UInt64, received: UInt64)? {
            // struct tcp_info: tcpi_bytes_acked and tcpi_bytes_received (Linux 4.1) are at the offsets 120 and 128.
            var info = (
                UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0),
                UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0)
            )
            var size = socklen_t(MemoryLayout.size(ofValue: info))
            guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 136 else { return nil }
            return (info.15, info.16)
        }

        /// Shuts the connection down, so that libcurl closes it instead of reusing it.
        ///
        /// Before it reuses a connection, libcurl checks whether the peer has closed it, but takes unread bytes as a
        /// sign that the connection is alive. So this method also reads all unread bytes.
        ///
        /// Does nothing if libcurl has closed the socket before. libcurl doesn't always report that it closed a socket,
        /// and another socket of the process may then have the same number.
        func shutDown() {
            guard !isClosed, Self.cookie(of: socket) == cookie else { return }
            shutdown(socket, Int32(SHUT_RDWR))
            var buffer: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
            let size = MemoryLayout.size(ofValue: buffer)
            while recv(socket, &buffer, size, Int32(MSG_DONTWAIT)) > 0 {}
        }

        /// `SO_COOKIE` of socket(7).
        private static func cookie(of socket: Int32) -> UInt64? {
            var cookie: UInt64 = 0
            var size = socklen_t(MemoryLayout.size(ofValue: cookie))
            return getsockopt(socket, SOL_SOCKET, 57, &cookie, &size) == 0 ? cookie : nil
        }
    }
#endif
