#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Waits for events on any number of sockets. Any thread can wake it.
    ///
    /// Uses epoll(7): the cost of a wait doesn't depend on the number of idle sockets.
    struct CurlPoller: Sendable {
        typealias Event = tern_epoll_event

        private let epoll: Int32
        private let wakeUp: Int32

        /// Returns `nil` if the process has no free file descriptor.
        init?() {
            epoll = tern_epoll_create()
            wakeUp = tern_eventfd_create()
            guard epoll >= 0, wakeUp >= 0, tern_epoll_control(epoll, Operation.add, wakeUp, Self.readable) == 0 else {
                close()
                return nil
            }
        }

        func close() {
            for descriptor in [epoll, wakeUp] where descriptor >= 0 { _ = Glibc.close(descriptor) }
        }

        /// Ends the current wait, or the next one.
        func wake() {
            var one: UInt64 = 1
            _ = write(wakeUp, &one, 8)
        }

        /// - Parameter events: Bits of ``CurlSocketEvents``.
        /// - Returns: Whether the poller now watches the socket for the events.
        func set(_ events: Int32, of socket: Int32) -> Bool {
            var bits: UInt32 = 0
            if events & CurlSocketEvents.readable != 0 { bits |= Self.readable }
            if events & CurlSocketEvents.writable != 0 { bits |= Self.writable }
            // Changing fails for a new or removed socket, which must be added instead.
            return tern_epoll_control(epoll, Operation.change, socket, bits) == 0
                || tern_epoll_control(epoll, Operation.add, socket, bits) == 0
        }

        func remove(_ socket: Int32) {
            _ = tern_epoll_control(epoll, Operation.remove, socket, 0)
        }

        /// Waits until a socket is ready, or `milliseconds` have passed.
        ///
        /// - Parameter events: A buffer for the events. The next wait returns those that don't fit.
        /// - Returns: The number of events.
        func wait(_ events: UnsafeMutableBufferPointer<Event>, milliseconds: Int32) -> Int {
            let count = Int(tern_epoll_wait(epoll, events.baseAddress, Int32(events.count), milliseconds))
            return max(0, count)
        }

        /// Whether an event is a wake-up. Resets the wake-up.
        func isWakeUp(_ event: Event) -> Bool {
            guard event.descriptor == wakeUp else { return false }
            var count: UInt64 = 0
            _ = read(wakeUp, &count, 8)
            return true
        }

        /// Whether the socket can be written, and has no bytes to read, no end and no error.
        func isOnlyWritable(_ event: Event) -> Bool { event.events == Self.writable }

        /// The event as bits of ``CurlSocketEvents``. 0 for an error, which makes libcurl check the socket itself.
        static func events(of event: Event) -> Int32 {
            (event.events & readable != 0 ? CurlSocketEvents.readable : 0)
                | (event.events & writable != 0 ? CurlSocketEvents.writable : 0)
        }

        /// `EPOLLIN` and `EPOLLOUT`.
        private static let readable: UInt32 = 1
        private static let writable: UInt32 = 4

        /// `EPOLL_CTL_…`.
        private enum Operation {
            static let add: Int32 = 1
            static let remove: Int32 = 2
            static let change: Int32 = 3
        }
    }
#endif
