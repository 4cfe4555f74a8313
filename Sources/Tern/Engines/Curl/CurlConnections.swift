#if os(Linux)
    import CTernCurl
    import Foundation

    /// All sockets of an engine: which libcurl waits for, which connections are idle, and what has come on them.
    ///
    /// So a tick of the engine costs as much as there is to do; `curl_multi_perform` looks at every transfer under way.
    final class CurlConnections {
        private let poller: CurlPoller
        /// By socket. Sockets that libcurl opens by itself, such as those of its resolver, have an entry while it waits
        /// for them.
        private var table: [CurlConnection?] = []
        private var byEndpoints: [CurlEndpoints: CurlConnection] = [:]
        private let events = UnsafeMutableBufferPointer<CurlPoller.Event>.allocate(capacity: 64)
        private var readyCount = 0

        init(_ poller: CurlPoller) {
            self.poller = poller
        }

        deinit {
            events.deallocate()
        }

        subscript(socket: Int32) -> CurlConnection? {
            let index = Int(socket)
            return table.indices.contains(index) ? table[index] : nil
        }

        // MARK: - Waiting

        /// Sleeps until a socket is ready, a command comes, or so much time has gone.
        func wait(milliseconds: Int32) {
            readyCount = poller.wait(events, milliseconds: milliseconds)
        }

        /// Lets libcurl work on what is ready.
        func work(at time: ContinuousClock.Instant) {
            for event in events[..<readyCount] where !poller.isWakeUp(event) {
                guard let connection = self[event.descriptor] else {
                    poller.remove(event.descriptor)
                    continue
                }
                if connection.isAwaited, let multi = connection.multi {
                    let bits = CurlPoller.events(of: event)
                    if bits & CurlSocketEvents.readable != 0 { connection.lastReadTime = time }
                    multi.work(on: event.descriptor, bits)
                } else {
                    ignore(connection)
                }
            }
            readyCount = 0
        }

        /// Looks for more that is ready, and lets libcurl work on all of it.
        func workOnAll(at time: ContinuousClock.Instant) {
            for _ in 0...table.count / events.count {
                wait(milliseconds: 0)
                work(at: time)
            }
        }

        /// Something has come on a connection that libcurl doesn't wait for.
        private func ignore(_ connection: CurlConnection) {
            // When libcurl waits for the socket again, the poller does.
            poller.remove(connection.socket)
            connection.polledEvents = 0
            // With a transfer on it the connection is paused. HTTP/2 numbers what it sends, and libcurl reads it before
            // it uses the connection.
            if connection.isConnected, connection.isIdle, !connection.isMultiplexed { connection.shutDown() }
        }

        // MARK: - Opening and closing

        /// - Returns: The new socket, or -1 with `errno`.
        func open(_ address: tern_curl_address, for origin: CurlOrigin?) -> Int32 {
            // A process that is started meanwhile must not inherit the connection: it would hold it open.
            let socket = socket(address.family, address.type | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            guard socket >= 0 else { return socket }
            add(CurlConnection(socket, isOwn: true, origin: origin))
            origin?.connections.insert(socket)
            return socket
        }

        func close(_ socket: Int32) -> Int32 {
            // Where a process that was forked holds the socket, too, closing it takes it out of no poller, and what is ready
            // there would wake the thread for ever.
            poller.remove(socket)
            forget(socket)
            return Glibc.close(socket)
        }

        private func add(_ connection: CurlConnection) {
            let index = Int(connection.socket)
            if index >= table.count { table += Array(repeating: nil, count: index + 1 - table.count) }
            // libcurl 7.88 to 8.1 doesn't tell that it closes a socket which never got connected.
            forget(connection.socket)
            table[index] = connection
        }

        private func forget(_ socket: Int32) {
            guard let connection = self[socket] else { return }
            // A later connection may have the same ports.
            if let endpoints = connection.endpoints, byEndpoints[endpoints] === connection {
                byEndpoints[endpoints] = nil
            }
            connection.origin?.connections.remove(socket)
            connection.isClosed = true
            table[Int(socket)] = nil
        }

        /// Sees to the closing of the connections that a handle makes. They may live longer than the handle, but not longer
        /// than this.
        func manageClosing(by easy: tern_curl_easy) {
            tern_curl_set_close_callback(easy, CurlOption.closeSocketFunction) { context, socket in
                guard let context else { return Glibc.close(socket) }
                return Unmanaged<CurlConnections>.fromOpaque(context).takeUnretainedValue().close(socket)
            }
            tern_curl_set_pointer(easy, CurlOption.closeSocketData, Unmanaged.passUnretained(self).toOpaque())
        }

        // MARK: - What libcurl waits for

        func set(_ events: Int32, of socket: Int32, for multi: CurlMulti) {
            if events == CurlSocketEvents.removed {
                guard let connection = self[socket] else { return }
                guard connection.isOwn else { return forget(socket) }
                // The poller goes on with it: most connections are used again, and the others are closed.
                connection.isAwaited = false
                // It may be closed without a word then, and its number be another's.
                if connection.polledEvents == CurlSocketEvents.writable { connection.polledEvents = 0 }
                if !connection.isConnected { connection.origin?.connections.remove(socket) }
            } else {
                let connection = self[socket] ?? CurlConnection(socket, isOwn: false)
                if self[socket] == nil { add(connection) }
                connection.isAwaited = true
                connection.multi = multi
                guard connection.polledEvents != events else { return }
                connection.origin?.connections.insert(socket)
                connection.polledEvents = poller.set(events, of: socket) ? events : 0
            }
        }

        // MARK: - Before a request is sent

        /// The connection of the transfer that libcurl is about to send.
        ///
        /// - Parameters:
        ///   - opened: The sockets that were opened for this transfer, if it doesn't use a kept connection.
        func connection(at endpoints: CurlEndpoints?, opened: [Int32]) -> CurlConnection? {
            // Of several addresses, libcurl has closed those that were too slow.
            if let connection = opened.lazy.compactMap({ self[$0] }).last {
                if let endpoints {
                    connection.endpoints = endpoints
                    byEndpoints[endpoints] = connection
                }
                return connection
            }
            return endpoints.flatMap { byEndpoints[$0] }
        }

        /// Shuts down all idle connections on which something can be read. Where libcurl doesn't tell which one it is
        /// about to use, it may be one of them.
        ///
        /// - Returns: Whether there was one.
        func shutDownReadableIdle() -> Bool {
            var found = false
            // libcurl may have closed one that never got connected, and its number be that of any other file.
            for case let connection? in table where connection.isConnected && !connection.isMultiplexed {
                guard connection.isIdle, !connection.isAwaited, !connection.hasNothingToRead else { continue }
                connection.shutDown()
                found = true
            }
            return found
        }
    }
#endif
