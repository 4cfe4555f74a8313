#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// All sockets of an engine: the ones that libcurl waits for, the idle connections, and their events.
    ///
    /// A tick processes only the ready sockets, which is cheap. `curl_multi_perform` would visit every running
    /// transfer.
    final class CurlConnections {
        private let poller: CurlPoller
        private let watch: CurlWatch
        /// The sockets that ``watch`` has shut down, and that were closed in this tick.
        private var endedSockets: Set<Int32> = []
        /// Indexed by socket. Sockets that libcurl opens by itself, such as those of its resolver, have an entry while
        /// libcurl waits for them.
        private var table: [CurlConnection?] = []
        private var byEndpoints: [CurlEndpoints: CurlConnection] = [:]
        private let events = UnsafeMutableBufferPointer<CurlPoller.Event>.allocate(capacity: 64)
        private var readyCount = 0
        /// HTTP/2 connections from which libcurl has read something, and must read once more.
        private var unsettled: [CurlConnection] = []

        init(_ poller: CurlPoller, _ watch: CurlWatch) {
            self.poller = poller
            self.watch = watch
        }

        deinit {
            events.deallocate()
        }

        subscript(socket: Int32) -> CurlConnection? {
            let index = Int(socket)
            return table.indices.contains(index) ? table[index] : nil
        }

        // MARK: - Waiting

        /// Sleeps until a socket is ready, a command arrives, or `milliseconds` have passed.
        func wait(milliseconds: Int32) {
            readyCount = poller.wait(events, milliseconds: unsettled.isEmpty ? milliseconds : 0)
        }

        /// Lets libcurl process all ready sockets.
        func work(at time: Duration) {
            for event in events[..<readyCount] where !poller.isWakeUp(event) {
                guard let connection = self[event.descriptor] else {
                    poller.remove(event.descriptor)
                    continue
                }
                if let multi = connection.waiter {
                    let bits = CurlPoller.events(of: event)
                    if bits & CurlSocketEvents.readable != 0 { connection.lastReadTime = time }
                    multi.work(on: event.descriptor, bits)
                    if connection.isMultiplexed {
                        connection.http2?.unchangedReadings = 0
                        unsettled.append(connection)
                    }
                } else if poller.isOnlyWritable(event) {
                    // libcurl doesn't always ask for readable events again before it stops waiting for a socket.
                    watchForBytes(connection)
                } else {
                    ignore(connection)
                }
            }
            readyCount = 0
        }

        /// Polls for more ready sockets without waiting, and lets libcurl process them.
        func workOnAll(at time: Duration) {
            for _ in 0...table.count / events.count {
                wait(milliseconds: 0)
                work(at: time)
            }
        }

        /// Lets libcurl read again from HTTP/2 connections that have running transfers, until nothing more comes.
        ///
        /// If libcurl reads a frame that isn't valid together with a part of a response, it ends the transfers only when
        /// it reads the next time, and the server may send nothing more.
        func settle() {
            guard !unsettled.isEmpty else { return }
            unsettled = unsettled.filter { connection in
                guard var http2 = connection.http2, !connection.isIdle, let multi = connection.waiter else {
                    return false
                }
                // At the first reading after such a frame, libcurl may still have to send its GOAWAY.
                let bytes = CurlConnection.readBytes(of: connection.socket)
                http2.unchangedReadings = bytes == http2.settledBytes ? http2.unchangedReadings + 1 : 0
                http2.settledBytes = bytes
                connection.http2 = http2
                guard http2.unchangedReadings < 2 else { return false }
                multi.work(on: connection.socket, CurlSocketEvents.readable)
                return true
            }
        }

        private func watchForBytes(_ connection: CurlConnection) {
            let isWatched = poller.set(CurlSocketEvents.readable, of: connection.socket)
            connection.polledEvents = isWatched ? CurlSocketEvents.readable : 0
        }

        /// Handles bytes, an end or an error on a socket that libcurl doesn't wait for.
        private func ignore(_ connection: CurlConnection) {
            // The poller watches the socket again when libcurl waits for it again.
            poller.remove(connection.socket)
            connection.polledEvents = 0
            // A connection with a transfer is only paused. Bytes on an HTTP/2 connection carry their stream id, and
            // libcurl reads them before it reuses the connection.
            if connection.isConnected, connection.isIdle, !connection.isMultiplexed { connection.shutDown() }
        }

        // MARK: - Opening and closing

        /// - Returns: The new socket, or -1 with `errno`.
        func open(_ address: tern_curl_address, for origin: CurlOrigin?) -> Int32 {
            // Without SOCK_CLOEXEC, a child process that is started in the meantime would hold the connection open.
            let socket = socket(address.family, address.type | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            guard socket >= 0 else { return socket }
            add(CurlConnection(socket, isOwn: true, origin: origin))
            watch.opened(socket)
            origin?.connections.insert(socket)
            return socket
        }

        func close(_ socket: Int32) -> Int32 {
            // If a forked process also holds the socket, closing it doesn't remove it from the poller. Its events would
            // then wake the thread endlessly.
            poller.remove(socket)
            forget(socket)
            if watch.willClose(socket) { endedSockets.insert(socket) }
            return Glibc.close(socket)
        }

        /// Whether the peer kept libcurl busy, so that the socket was shut down.
        func wasEnded(_ socket: Int32) -> Bool { endedSockets.contains(socket) || watch.hasEnded(socket) }

        func endTick() {
            if !endedSockets.isEmpty { endedSockets = [] }
        }

        private func add(_ connection: CurlConnection) {
            let index = Int(connection.socket)
            if index >= table.count { table += Array(repeating: nil, count: index + 1 - table.count) }
            // libcurl 7.88 to 8.1 doesn't report the closing of a socket that never got connected.
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
            connection.closed()
            connection.waiter = nil
            table[Int(socket)] = nil
        }

        /// Makes this object close the sockets of connections that the handle opens. The connections may outlive the
        /// handle, but not this object.
        func manageClosing(by easy: tern_curl_easy) {
            tern_curl_set_close_callback(easy, CurlOption.closeSocketFunction) { context, socket in
                guard let context else { return Glibc.close(socket) }
                return Unmanaged<CurlConnections>.fromOpaque(context).takeUnretainedValue().close(socket)
            }
            tern_curl_set_pointer(easy, CurlOption.closeSocketData, Unmanaged.passUnretained(self).toOpaque())
        }

        // MARK: - Polling

        func set(_ events: Int32, of socket: Int32, for multi: CurlMulti) {
            if events == CurlSocketEvents.removed {
                guard let connection = self[socket] else { return }
                guard connection.isOwn else { return forget(socket) }
                // The poller keeps watching the socket: most connections are reused, and the others are closed.
                connection.waiter = nil
                // libcurl may close such a socket without a report, and another socket may get its number.
                if connection.polledEvents == CurlSocketEvents.writable { connection.polledEvents = 0 }
                if !connection.isConnected { connection.origin?.connections.remove(socket) }
            } else {
                let connection = self[socket] ?? CurlConnection(socket, isOwn: false)
                if self[socket] == nil { add(connection) }
                connection.waiter = multi
                guard connection.polledEvents != events else { return }
                connection.origin?.connections.insert(socket)
                connection.polledEvents = poller.set(events, of: socket) ? events : 0
            }
        }

        // MARK: - Before a request is sent

        /// The connection of the transfer that libcurl is about to send.
        ///
        /// - Parameters:
        ///   - localPort: The connection's local port. Not positive for a Unix domain socket.
        ///   - opened: The sockets that were opened for this transfer. Empty if it reuses a connection.
        func connection(at endpoints: CurlEndpoints?, localPort: Int32, opened: [Int32]) -> CurlConnection? {
            // If the host has several addresses, libcurl has closed the sockets that connected too slowly, but 7.88 to
            // 8.1 don't report that.
            let candidates = opened.compactMap { self[$0] }
            if let connection = candidates.last(where: { $0.localPort == localPort }) ?? candidates.last {
                if let endpoints {
                    connection.endpoints = endpoints
                    byEndpoints[endpoints] = connection
                }
                return connection
            }
            return endpoints.flatMap { byEndpoints[$0] }
        }

        /// Shuts down all idle connections that are readable. Needed for versions of libcurl that don't report which
        /// connection they are about to reuse. That connection may be one of the readable ones.
        ///
        /// - Returns: Whether any connection was shut down.
        func shutDownReadableIdle() -> Bool {
            var found = false
            // A socket that never got connected is skipped: libcurl may have closed it, and its number may belong to
            // another file.
            for case let connection? in table where connection.isConnected && !connection.isMultiplexed {
                guard connection.isIdle, connection.waiter == nil, !connection.hasNothingToRead else { continue }
                connection.shutDown()
                found = true
            }
            return found
        }
    }
#endif
