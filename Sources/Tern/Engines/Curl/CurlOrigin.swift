#if os(Linux)
    import Foundation

    /// The transfers and connections of one scheme, host and port, so that their number can be limited. Only the engine's
    /// thread touches it.
    ///
    /// Where libcurl would open a connection too many, its transfer waits here until another one has ended.
    final class CurlOrigin {
        /// Whether connections to it carry one request at a time. `nil` until TLS has negotiated a protocol, or a response
        /// has come.
        var isSerial: Bool?
        /// Whether a server has claimed HTTP/2 in a status line on an HTTP/1.1 connection. libcurl believes it, and would send
        /// several requests at a time on such a connection.
        var isUntrusted = false
        private let isLimited: Bool
        /// Open connections, or ones that are being made.
        var connections: Set<Int32> = []
        /// How many transfers libcurl works on.
        var running = 0
        /// Transfers for which there was no connection.
        private(set) var waiting: [CurlTransfer] = []

        /// More connections than this make no burst of requests faster: each carries a hundred at a time.
        static let maximumHTTP2Connections = 4

        /// - Parameter isLimited: Whether there is a limit to its HTTP/2 connections.
        init(isLimited: Bool) {
            self.isLimited = isLimited
        }

        /// Whether another connection may be opened.
        var mayConnect: Bool {
            // A transfer that is alone would wait for ever.
            !isLimited || isSerial == true || connections.count < Self.maximumHTTP2Connections || running <= 1
        }

        func wait(_ transfer: CurlTransfer) {
            running -= 1
            waiting.append(transfer)
        }

        /// A transfer has ended, or doesn't wait any more.
        func remove(_ transfer: CurlTransfer) {
            if let index = waiting.firstIndex(where: { $0 === transfer }) {
                waiting.remove(at: index)
            } else {
                running -= 1
            }
        }

        /// Those that may try again now that a transfer has ended: two, since more may fit than did before. One where there
        /// is no other, which may open a connection in any case.
        func takeNext() -> [CurlTransfer] {
            let limit = isSerial == true ? waiting.count : running == 0 ? 1 : 2
            let count = min(waiting.count, limit)
            defer { waiting.removeFirst(count) }
            running += count
            return Array(waiting[..<count])
        }
    }
#endif
