#if os(Linux)
    import TernHTTP
    import Foundation

    /// Limits the number of connections to one origin: scheme, host and port. Used on the engine's thread only.
    ///
    /// When libcurl would exceed the limit, its transfer waits here until another transfer has ended.
    final class CurlOrigin {
        /// Whether connections to the origin carry one request at a time. `nil` until TLS has negotiated a protocol, or
        /// the first response has been received.
        var isSerial: Bool?
        /// Whether the server has sent a status line with HTTP/2 on an HTTP/1.1 connection. libcurl accepts such a
        /// line, and would send several requests at a time on such a connection.
        var isUntrusted = false
        private let isLimited: Bool
        /// The sockets of connections that are open or being opened.
        var connections: Set<Int32> = []
        /// The number of transfers that libcurl works on.
        var running = 0
        /// Transfers that wait for a connection.
        private(set) var waiting: [CurlTransfer] = []

        /// The maximum number of HTTP/2 connections to the origin. More connections don't make a burst of requests
        /// faster, since each connection carries a hundred streams.
        static let maximumHTTP2Connections = 4

        /// - Parameter isLimited: Whether the number of HTTP/2 connections is limited.
        init(isLimited: Bool) {
            self.isLimited = isLimited
        }

        /// Whether another connection may be opened.
        var mayConnect: Bool {
            // A single transfer may always connect: no other transfer would end its wait.
            !isLimited || isSerial == true || connections.count < Self.maximumHTTP2Connections || running <= 1
        }

        func wait(_ transfer: CurlTransfer) {
            running -= 1
            waiting.append(transfer)
        }

        /// Removes a transfer that has ended, or no longer waits.
        func remove(_ transfer: CurlTransfer) {
            if let index = waiting.firstIndex(where: { $0 === transfer }) {
                waiting.remove(at: index)
            } else {
                running -= 1
            }
        }

        /// Removes and returns the waiting transfers that may try again after one has ended.
        ///
        /// Returns two transfers, since more than one may fit now. Returns one transfer if no transfer is running: a
        /// single transfer may always open a connection. Returns all if the connections carry one request at a time.
        func takeNext() -> [CurlTransfer] {
            let limit = isSerial == true ? waiting.count : running == 0 ? 1 : 2
            let count = min(waiting.count, limit)
            defer { waiting.removeFirst(count) }
            running += count
            return Array(waiting[..<count])
        }
    }
#endif
