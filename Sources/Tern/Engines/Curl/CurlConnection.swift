#if os(Linux)
    import Foundation

    /// One connection of libcurl's, as far as the engine knows it. Only the engine's thread touches it.
    final class CurlConnection {
        let socket: Int32
        /// Whether the engine opened it, and closes it.
        let isOwn: Bool
        /// The multi handle whose transfers use the connection. `nil` before the first of them waits for it.
        unowned var multi: CurlMulti?
        /// `nil` where no connection has several requests at a time.
        let origin: CurlOrigin?
        /// Whether it is encrypted.
        var isSecure = false
        /// What identifies the connection in libcurl's callback before a request is sent.
        var endpoints: CurlEndpoints?
        /// Whether libcurl waits for something there: a transfer is under way, and isn't paused.
        var isAwaited = false
        /// What the poller waits for, as bits of ``CurlSocketEvents``; mostly the same from one transfer to the next.
        var polledEvents: Int32 = 0
        /// When something was last there to be read while libcurl waited for it.
        var lastReadTime: ContinuousClock.Instant?
        /// Whether a request has been sent on it.
        var isConnected = false
        /// How many transfers have been sent on it and haven't ended.
        var transfers = 0
        /// Whether it is an HTTP/2 connection, whose responses carry the number of their request.
        var isMultiplexed = false
        /// The last stream that the server acts upon, once it has said so (GOAWAY, RFC 9113, section 6.8).
        var lastAcceptedStream: Int?

        /// How much libcurl has handed over of what was received on it.
        var consumedBytes = 0
        /// Whether libcurl has said that it closes the socket.
        var isClosed = false
        /// Differs from that of a later socket with the same number; `nil` before Linux 4.12.
        private let cookie: UInt64?

        init(_ socket: Int32, isOwn: Bool, origin: CurlOrigin? = nil) {
            self.socket = socket
            self.isOwn = isOwn
            self.origin = origin
            cookie = Self.cookie(of: socket)
        }

        var isIdle: Bool { transfers == 0 }

        /// Whether the next request may be sent on it: without HTTP/2, whatever can be read now would be taken for the
        /// response. The server has closed the connection, or sent something that belongs to no request.
        var hasNothingToRead: Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
                && (errno == EAGAIN || errno == EWOULDBLOCK)
        }

        /// Whether more was received than libcurl has handed over. Of TLS only libcurl's log can tell.
        var hasMoreThanConsumed: Bool {
            // struct tcp_info, whose tcpi_bytes_received (Linux 4.1) is at 128.
            var info = (
                UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0),
                UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0)
            )
            var size = socklen_t(MemoryLayout.size(ofValue: info))
            guard !isSecure, getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 136 else {
                return false
            }
            return info.16 > UInt64(consumedBytes)
        }

        /// Makes libcurl find the connection dead, so that it closes it instead of using it.
        ///
        /// libcurl looks whether the peer has closed the connection, but takes unread bytes for a sign of life.
        ///
        /// Does nothing where libcurl has closed the socket before, which it doesn't always say: the number can be that of
        /// any other socket of the process then.
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

    /// The addresses and ports at both ends of a connection, as a hash of what libcurl tells.
    struct CurlEndpoints: Hashable {
        private let hash: UInt64

        /// `nil` where they don't tell connections apart, as for Unix domain sockets.
        init?(
            remoteAddress: UnsafePointer<CChar>?,
            remotePort: Int32,
            localAddress: UnsafePointer<CChar>?,
            localPort: Int32
        ) {
            guard localPort > 0, let remoteAddress, let localAddress else { return nil }
            // FNV-1a: short texts, and no secret among them.
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            for text in [remoteAddress, localAddress] {
                var next = text
                while next.pointee != 0 {
                    add(UInt8(bitPattern: next.pointee))
                    next += 1
                }
                add(0)
            }
            self.hash =
                hash ^ UInt64(UInt16(truncatingIfNeeded: remotePort)) << 16
                ^ UInt64(UInt16(truncatingIfNeeded: localPort))
        }
    }
#endif
