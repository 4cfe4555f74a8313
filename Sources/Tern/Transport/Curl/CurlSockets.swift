#if os(Linux)
    import CTernCurl
    import Foundation

    /// The sockets and the time that libcurl waits for, as it tells by its callbacks.
    ///
    /// So a round of the engine costs as much as there is to do; `curl_multi_perform` looks at every transfer under way.
    final class CurlSockets {
        private let multi: tern_curl_multi
        private let poller: CurlPoller
        private let turn: CurlTurn
        /// Those that a transfer under way waits for. The poller may know others: connections that are kept.
        private var active: Set<Int32> = []
        /// What the poller waits for at each connection: mostly the same from one transfer to the next. Sockets that libcurl
        /// opens and closes by itself have no entry, and the poller is told of them each time.
        private var known: [Int32: Int32] = [:]
        /// When libcurl wants to be called, whatever the sockets do.
        private(set) var dueTime: ContinuousClock.Instant?
        private let events = UnsafeMutableBufferPointer<CurlPoller.Event>.allocate(capacity: 64)
        private var readyCount = 0

        init(_ multi: tern_curl_multi, _ poller: CurlPoller, _ turn: CurlTurn) {
            self.multi = multi
            self.poller = poller
            self.turn = turn
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = tern_curl_multi_set_socket_callback(multi, CurlMultiOption.socketFunction, Self.socketCallback)
            _ = tern_curl_multi_set_pointer(multi, CurlMultiOption.socketData, context)
            _ = tern_curl_multi_set_timer_callback(multi, CurlMultiOption.timerFunction, Self.timerCallback)
            _ = tern_curl_multi_set_pointer(multi, CurlMultiOption.timerData, context)
        }

        deinit {
            events.deallocate()
        }

        /// Sees to the opening and closing of the connections that a handle makes. They may live longer than the handle,
        /// but not longer than libcurl's part of the engine.
        func manageSockets(of easy: tern_curl_easy) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            tern_curl_set_open_callback(easy, CurlOption.openSocketFunction, Self.openCallback)
            tern_curl_set_pointer(easy, CurlOption.openSocketData, context)
            tern_curl_set_close_callback(easy, CurlOption.closeSocketFunction, Self.closeCallback)
            tern_curl_set_pointer(easy, CurlOption.closeSocketData, context)
        }

        /// Sleeps until a socket is ready, a letter comes, or so much time has gone.
        func wait(milliseconds: Int32) {
            readyCount = poller.wait(events, milliseconds: milliseconds)
        }

        /// Lets libcurl work on what is ready, and what is due.
        func work() {
            var running: Int32 = 0
            for event in events[..<readyCount] where !poller.isAlarm(event) {
                if active.contains(event.descriptor) {
                    let bits = CurlPoller.events(of: event)
                    _ = tern_curl_multi_socket_action(multi, event.descriptor, bits, &running)
                } else {
                    // The server has closed a connection that is kept, which libcurl sees when it would use it; or it goes
                    // on while a transfer is paused. When libcurl waits for the socket again, the poller does.
                    poller.remove(event.descriptor)
                    if known[event.descriptor] != nil { known[event.descriptor] = 0 }
                }
            }
            readyCount = 0
            if let time = dueTime, time <= turn.now {
                dueTime = nil
                _ = tern_curl_multi_socket_action(multi, CurlSocketEvents.timeout, 0, &running)
            }
        }

        // MARK: - What libcurl calls

        private func set(_ events: Int32, of socket: Int32) {
            if events == CurlSocketEvents.removed {
                // The poller goes on with it: most connections are used again, and the others are closed.
                active.remove(socket)
                // libcurl 7.88 to 8.1 doesn't say that it closes a socket which never got connected.
                if known[socket] == CurlSocketEvents.writable { known[socket] = nil }
            } else {
                active.insert(socket)
                let former = known[socket]
                guard former != events else { return }
                let isSet = poller.set(events, of: socket)
                if former != nil { known[socket] = isSet ? events : 0 }
            }
        }

        private static let socketCallback: tern_curl_socket_callback = { easy, socket, events, context, _ in
            sockets(context)?.set(events, of: socket)
            if events == CurlSocketEvents.removed, let easy { CurlSlot.of(easy)?.transfer?.stoppedWaiting(for: socket) }
            return 0
        }

        private static let openCallback: tern_curl_open_callback = { context, _, address in
            // A process that is started meanwhile must not inherit the connection: it would hold it open.
            guard let address = address?.pointee else { return -1 }
            let socket = socket(address.family, address.type | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            if socket >= 0 { sockets(context)?.known[socket] = 0 }
            return socket
        }

        private static let closeCallback: tern_curl_close_callback = { context, socket in
            // Where a process that was forked holds the socket, too, closing it takes it out of no poller, and what is ready
            // there would wake the thread for ever.
            if let sockets = sockets(context) {
                sockets.poller.remove(socket)
                sockets.known[socket] = nil
            }
            return Glibc.close(socket)
        }

        private static let timerCallback: tern_curl_timer_callback = { _, milliseconds, context in
            guard let sockets = sockets(context) else { return 0 }
            // -1 is no time at all. From a turn's beginning, 0 is now.
            sockets.dueTime = milliseconds < 0 ? nil : sockets.turn.now + .milliseconds(milliseconds)
            return 0
        }

        private static func sockets(_ context: UnsafeMutableRawPointer?) -> CurlSockets? {
            context.map { Unmanaged<CurlSockets>.fromOpaque($0).takeUnretainedValue() }
        }
    }
#endif
