#if os(Linux)
    import CTernCurl
    import Foundation

    /// Waits for any number of sockets, and can be woken from any thread.
    ///
    /// On epoll(7): a wait costs nothing for those that are silent, however many there are.
    struct CurlPoller: Sendable {
        typealias Event = tern_epoll_event

        private let epoll: Int32
        private let wakeUp: Int32

        /// `nil` when there is no descriptor left.
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

        /// Ends the wait under way, or the next one.
        func wake() {
            var one: UInt64 = 1
            _ = write(wakeUp, &one, 8)
        }

        /// - Parameter events: Bits of ``CurlSocketEvents``.
        /// - Returns: Whether it waits for them now.
        func set(_ events: Int32, of socket: Int32) -> Bool {
            var bits: UInt32 = 0
            if events & CurlSocketEvents.readable != 0 { bits |= Self.readable }
            if events & CurlSocketEvents.writable != 0 { bits |= Self.writable }
            // A new one isn't there yet, and one that was taken out isn't there any more.
            return tern_epoll_control(epoll, Operation.change, socket, bits) == 0
                || tern_epoll_control(epoll, Operation.add, socket, bits) == 0
        }

        func remove(_ socket: Int32) {
            _ = tern_epoll_control(epoll, Operation.remove, socket, 0)
        }

        /// Waits until something is ready.
        ///
        /// - Parameter events: As much as there is room for; the next wait brings the rest.
        /// - Returns: How many came.
        func wait(_ events: UnsafeMutableBufferPointer<Event>, milliseconds: Int32) -> Int {
            let count = Int(tern_epoll_wait(epoll, events.baseAddress, Int32(events.count), milliseconds))
            return max(0, count)
        }

        /// Whether an event is the wake-up, which is over with this.
        func isWakeUp(_ event: Event) -> Bool {
            guard event.descriptor == wakeUp else { return false }
            var count: UInt64 = 0
            _ = read(wakeUp, &count, 8)
            return true
        }

        /// An event as a ``CurlSocketEvents``; 0, which makes libcurl look itself, for an error.
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
