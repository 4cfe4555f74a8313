#if os(Linux)
    import TernHTTP

    /// One attempt to send a request: its connection, its HTTP/2 stream, and whether the server may have processed it.
    struct CurlAttempt {
        /// `nil` until libcurl reveals the connection.
        var connection: CurlConnection?
        let isConnectionReused: Bool
        /// Whether TLS has negotiated HTTP/2 for a new connection, or the configuration requires HTTP/2.
        let usesHTTP2: Bool
        private(set) var stream = Stream.none
        private(set) var end = End.open
        /// Whether a response has begun, even if libcurl discards it with the stream.
        var hasResponse = false
        /// Whether libcurl was about to send the request again. The engine has stopped it.
        var isRepeated = false

        init(isConnectionReused: Bool, usesHTTP2: Bool) {
            self.isConnectionReused = isConnectionReused
            self.usesHTTP2 = usesHTTP2
        }

        enum Stream: Equatable {
            /// The request has no stream yet, or the connection doesn't use HTTP/2.
            case none
            /// The request has a stream, whose id libcurl's log doesn't tell.
            case unknown
            case id(Int)
        }

        /// How the server has ended the response, or its connection, as far as libcurl's log tells.
        enum End: Equatable {
            case open
            /// The stream ended with END_STREAM. Known from libcurl 8.3 on.
            case complete
            /// The server reset the stream with NO_ERROR in place of END_STREAM. libcurl takes that for the end of the
            /// response, which isn't complete (RFC 9113, section 8.1).
            case cut
            /// The server ended the stream, with a complete response, before the request's body was sent.
            case early(isCut: Bool)
            /// The server refused the stream.
            case refused
            /// The server requires HTTP/1.1 for the request (HTTP_1_1_REQUIRED).
            case http11Required
            /// libcurl rejected the server's HTTP/2 input, and closed the connection.
            case invalid
            /// The connection was closed although TLS hadn't announced its end.
            case truncated
        }

        var hasStream: Bool { stream != .none }

        /// Whether the response is known to be complete.
        var isComplete: Bool { end == .complete || end == .early(isCut: false) }

        /// Whether the server has said that the request can't be processed on this stream.
        var isRejected: Bool { end == .refused || end == .http11Required }

        /// Whether the server has reported that it doesn't process this request (RFC 9113, sections 6.8, 7 and 8.7). A
        /// report after the beginning of a response can't be true.
        var isUnprocessed: Bool {
            if hasResponse { return false }
            if isRejected { return true }
            guard case .id(let stream) = stream, let last = connection?.lastAcceptedStream else { return false }
            return stream > last
        }

        /// Handles a line of libcurl's log about this attempt. The first end of a stream counts, unless libcurl itself
        /// gives the attempt up later.
        mutating func take(_ line: CurlLogLine) {
            switch (line, end) {
            case (.opened(let id), _): stream = id.map { .id($0) } ?? .unknown
            case (.ended, .open): end = .complete
            case (.reset(_, .noError), .open): end = .cut
            case (.reset(_, .refusedStream), _): end = .refused
            case (.reset(_, .http11Required), _): end = .http11Required
            case (.endedEarly, .cut), (.endedEarly, .early(isCut: true)): end = .early(isCut: true)
            case (.endedEarly, _) where !isRejected: end = .early(isCut: false)
            case (.invalidInput, _) where !isRejected: end = .invalid
            case (.closing, .open): end = .truncated
            default: break
            }
        }
    }
#endif
