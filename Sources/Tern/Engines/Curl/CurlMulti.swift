#if os(Linux)
    import CTernCurl
    import Foundation

    /// A multi handle of libcurl's: transfers that share connections. Only the engine's thread touches it.
    final class CurlMulti {
        private let handle: tern_curl_multi
        private let connections: CurlConnections
        private let tick: CurlTick
        /// By scheme, host and port.
        private var origins: [String: CurlOrigin] = [:]
        private let kind: Kind
        private let configuration: TransportConfiguration
        /// When libcurl wants to be called, whatever the sockets do.
        private(set) var dueTime: ContinuousClock.Instant?

        /// Idle connections that are kept; libcurl's own limit follows the transfers under way.
        private static let maximumConnections = 256

        enum Kind {
            /// Responses that are collected: many on one HTTP/2 connection.
            case collected
            /// Responses that are read as they come: one at a time on a connection. A reader that stops is felt by the
            /// server then, which on a shared connection has 32 MiB per stream on the way before libcurl can stop it; and
            /// it doesn't hold up others.
            case streamed
        }

        /// `nil` when there is no memory.
        init?(
            _ kind: Kind,
            _ configuration: TransportConfiguration,
            _ connections: CurlConnections,
            _ tick: CurlTick
        ) {
            guard let handle = tern_curl_multi_init() else { return nil }
            self.handle = handle
            self.kind = kind
            self.configuration = configuration
            self.connections = connections
            self.tick = tick
            let context = Unmanaged.passUnretained(self).toOpaque()
            _ = tern_curl_multi_set_socket_callback(handle, CurlMultiOption.socketFunction, Self.socketCallback)
            _ = tern_curl_multi_set_pointer(handle, CurlMultiOption.socketData, context)
            _ = tern_curl_multi_set_timer_callback(handle, CurlMultiOption.timerFunction, Self.timerCallback)
            _ = tern_curl_multi_set_pointer(handle, CurlMultiOption.timerData, context)
            set(CurlMultiOption.maximumConnections, Self.maximumConnections)
            if let limit = configuration.connectionsPerHost { set(CurlMultiOption.connectionsPerHost, limit) }
            if kind == .streamed { set(CurlMultiOption.streamsPerConnection, 1) }
        }

        /// Closes all connections, and is the last thing that is done with it.
        func close() {
            _ = tern_curl_multi_cleanup(handle)
        }

        /// The origin of a request; `nil` where no connection has several requests at a time.
        func origin(of prepared: CurlPreparedRequest) -> CurlOrigin? {
            guard kind == .collected, prepared.mayUseHTTP2, configuration.connectionsPerHost == nil else {
                return nil
            }
            let name = prepared.origin
            if let origin = origins[name] { return origin }
            // What is known of hosts without a connection can be learnt again.
            if origins.count > Self.maximumConnections {
                origins = origins.filter {
                    $0.value.running > 0 || !$0.value.connections.isEmpty || $0.value.isUntrusted
                }
            }
            let origin = CurlOrigin(isLimited: configuration.connectionsPerHost == nil)
            origins[name] = origin
            return origin
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

        /// Lets libcurl work on a socket that is ready.
        func work(on socket: Int32, _ events: Int32) {
            var running: Int32 = 0
            _ = tern_curl_multi_socket_action(handle, socket, events, &running)
        }

        /// Lets libcurl work on what is due.
        func workIfDue() {
            guard let time = dueTime, time <= tick.now else { return }
            dueTime = nil
            work(on: CurlSocketEvents.timeout, 0)
        }

        /// The next transfer that has ended, with its `CURLcode`.
        func nextFinished() -> (easy: tern_curl_easy, code: Int32)? {
            while let message = tern_curl_multi_info_read(handle) {
                // CURLMSG_DONE is the only kind there is.
                if message.pointee.msg == 1, let easy = message.pointee.easy {
                    return (easy, message.pointee.data.result)
                }
            }
            return nil
        }

        // MARK: - What libcurl calls

        private static let socketCallback: tern_curl_socket_callback = { easy, socket, events, context, _ in
            // libcurl has been seen to pass -1 as the socket.
            guard let multi = multi(context), socket >= 0 else { return 0 }
            multi.connections.set(events, of: socket, for: multi)
            if events == CurlSocketEvents.removed {
                if let easy { CurlSlot.of(easy)?.transfer?.stoppedWaiting(for: socket) }
            } else if let connection = multi.connections[socket], connection.isIdle, let easy {
                CurlSlot.of(easy)?.transfer?.isWaiting(on: connection)
            }
            return 0
        }

        private static let timerCallback: tern_curl_timer_callback = { _, milliseconds, context in
            guard let multi = multi(context) else { return 0 }
            // -1 is no time at all. From a tick's beginning, 0 is now.
            multi.dueTime = milliseconds < 0 ? nil : multi.tick.now + .milliseconds(milliseconds)
            return 0
        }

        private static func multi(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
            context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
        }
    }
#endif
