#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// A libcurl multi handle: transfers that share connections. Used on the engine's thread only.
    final class CurlMulti {
        private let handle: tern_curl_multi
        private let connections: CurlConnections
        private let tick: CurlTick
        private let watch: CurlWatch
        private var origins: [Origin: CurlOrigin] = [:]
        /// The origins of requests for which a server has required HTTP/1.1.
        private var http1Origins: Set<Origin> = []
        let kind: Kind
        private let configuration: TransportConfiguration
        /// The time at which libcurl's timer fires, independent of the sockets. `nil` without a timer.
        private(set) var dueTime: Duration?

        /// The maximum number of idle connections. libcurl's default depends on the number of running transfers.
        private static let maximumConnections = 256

        enum Kind: CaseIterable {
            /// Collected responses: many of them share an HTTP/2 connection.
            case collected
            /// Streamed responses: one at a time per connection.
            ///
            /// With its own connection, the server notices when a reader stops, and a slow reader doesn't delay other
            /// transfers. On a shared connection, up to 32 MiB per stream are in transit before libcurl can pause the
            /// stream.
            case streamed
        }

        /// Returns `nil` if libcurl can't allocate memory.
        init?(_ kind: Kind, _ context: CurlContext) {
            guard let handle = tern_curl_multi_init() else { return nil }
            self.handle = handle
            self.kind = kind
            configuration = context.settings.configuration
            connections = context.connections
            tick = context.tick
            watch = context.watch
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = tern_curl_multi_set_socket_callback(handle, CurlMultiOption.socketFunction, Self.socketCallback)
            _ = tern_curl_multi_set_pointer(handle, CurlMultiOption.socketData, context)
            _ = tern_curl_multi_set_timer_callback(handle, CurlMultiOption.timerFunction, Self.timerCallback)
            _ = tern_curl_multi_set_pointer(handle, CurlMultiOption.timerData, context)
            set(CurlMultiOption.maximumConnections, Self.maximumConnections)
            if let limit = configuration.connectionsPerHost { set(CurlMultiOption.connectionsPerHost, limit) }
            if kind == .streamed { set(CurlMultiOption.streamsPerConnection, 1) }
        }

        /// Closes all connections. The object must not be used afterwards.
        func close() {
            _ = tern_curl_multi_cleanup(handle)
        }

        /// The origin of a request. `nil` if its requests never share a connection.
        func origin(of prepared: CurlPreparedRequest) -> CurlOrigin? {
            guard kind == .collected, prepared.mayUseHTTP2, configuration.connectionsPerHost == nil else {
                return nil
            }
            let name = prepared.origin
            if let origin = origins[name] { return origin }
            // Entries without a connection are dropped: the engine learns their state again from the next response.
            if origins.count > Self.maximumConnections {
                origins = origins.filter {
                    $0.value.running > 0 || !$0.value.connections.isEmpty || $0.value.isUntrusted
                }
            }
            let origin = CurlOrigin(isLimited: configuration.connectionsPerHost == nil)
            origins[name] = origin
            return origin
        }

        /// Whether a server of the origin has required HTTP/1.1.
        func requiresHTTP1(for prepared: CurlPreparedRequest) -> Bool {
            !http1Origins.isEmpty && http1Origins.contains(prepared.origin)
        }

        func requireHTTP1(for prepared: CurlPreparedRequest) {
            // The engine learns a dropped entry again from the next response.
            if http1Origins.count >= Self.maximumConnections { http1Origins = [] }
            http1Origins.insert(prepared.origin)
        }

        func set(_ option: Int32, _ value: Int) {
            _ = tern_curl_multi_set_long(handle, option, value)
        }

        /// - Returns: 0, or a `CURLMcode`.
        func add(_ easy: tern_curl_easy) -> Int32 {
            tern_curl_multi_add(handle, easy)
        }

        /// Removing an unfinished transfer closes its connection.
        func remove(_ easy: tern_curl_easy) {
            _ = tern_curl_multi_remove(handle, easy)
        }

        /// Lets libcurl process a ready socket.
        func work(on socket: Int32, _ events: Int32) {
            tick.work &+= 1
            watch.beginStep()
            var running: Int32 = 0
            _ = tern_curl_multi_socket_action(handle, socket, events, &running)
        }

        /// Lets libcurl process its timer if it has fired.
        func workIfDue() {
            guard let time = dueTime, time <= tick.now else { return }
            dueTime = nil
            work(on: CurlSocketEvents.timeout, 0)
        }

        /// The next finished transfer, with its `CURLcode`.
        func nextFinished() -> (easy: tern_curl_easy, code: Int32)? {
            while let message = tern_curl_multi_info_read(handle) {
                // 1 is CURLMSG_DONE, the only kind of message.
                if message.pointee.msg == 1, let easy = message.pointee.easy {
                    return (easy, message.pointee.data.result)
                }
            }
            return nil
        }

        // MARK: - Callbacks

        private static let socketCallback: tern_curl_socket_callback = { easy, socket, events, context, _ in
            // libcurl sometimes passes -1 as the socket.
            guard let multi = multi(context), socket >= 0 else { return 0 }
            multi.connections.set(events, of: socket, for: multi)
            if events == CurlSocketEvents.removed {
                if let easy { CurlSlot.of(easy)?.transfer?.stoppedWaiting(for: socket) }
            } else if let connection = multi.connections[socket], let easy,
                // Without HTTP/2, the previous transfer has ended in libcurl, even if it hasn't released the connection.
                connection.isIdle || !connection.isMultiplexed
            {
                CurlSlot.of(easy)?.transfer?.beginWaiting(on: connection)
            }
            return 0
        }

        private static let timerCallback: tern_curl_timer_callback = { _, milliseconds, context in
            guard let multi = multi(context) else { return 0 }
            // -1 removes the timer. 0 means now: the tick's time.
            multi.dueTime = milliseconds < 0 ? nil : multi.tick.now + .milliseconds(milliseconds)
            return 0
        }

        private static func multi(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
            context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
        }
    }
#endif
