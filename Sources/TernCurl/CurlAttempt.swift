#if os(Linux)
    import TernHTTP
    import Foundation

    /// One attempt to send a request: its connection, and whether the server may have processed it.
    struct CurlAttempt {
        /// `nil` until libcurl reveals the connection.
        var connection: CurlConnection?
        let isConnectionReused: Bool
        /// The HTTP/2 stream id. `nil` until libcurl has logged it.
        var stream: Int?
        /// Whether libcurl has logged that the request has a stream, even if the stream's id is unreadable.
        var hasStream = false
        /// Whether libcurl's log says that the server refused the stream.
        var isRefused = false
        /// Whether libcurl's log says that the server requires HTTP/1.1 for the request (HTTP_1_1_REQUIRED).
        var requiresHTTP1 = false
        /// Whether libcurl's log says that it rejected the server's HTTP/2 input, such as a field above 64 KiB, and
        /// closed the connection. libcurl then reports an empty response, or a repetition of the request that Tern
        /// stopped.
        var isMalformed = false
        /// Whether libcurl's log says that the server ended the stream, with a complete response, before the request's
        /// body was sent.
        var isEndedEarly = false

        /// Whether the server has ended the stream with END_STREAM. Known from libcurl 8.3 on.
        var hasStreamEnd = false
        /// Whether the server has ended the stream by RST_STREAM with NO_ERROR in place of END_STREAM. libcurl takes that
        /// for the end of the response, which isn't complete (RFC 9113, section 8.1).
        var isStreamCut = false

        /// Whether the connection was closed although TLS hadn't announced its end.
        var isCutOff = false
        /// Whether a response has begun, even if libcurl discards it with the stream.
        var hasResponse = false

        /// Whether the server has reported that it doesn't process this request (RFC 9113, sections 6.8, 7 and 8.7). A
        /// report after the beginning of a response can't be true.
        var isUnprocessed: Bool {
            if hasResponse { return false }
            if isRefused || requiresHTTP1 { return true }
            guard let stream, let last = connection?.lastAcceptedStream else { return false }
            return stream > last
        }

        /// Reads a line of libcurl's log, the only source for stream ids and refused streams.
        ///
        /// An unknown line is ignored. The server may then have processed the request, which is the safe assumption.
        ///
        /// - Parameter version: The version of libcurl.
        mutating func take(_ line: UnsafeRawBufferPointer, version: UInt32 = CurlLibrary.version) {
            if line.starts(with: "Using Stream ID: ".utf8) {
                // Versions before 7.84 log the id in hexadecimal.
                stream = Self.number(in: line, after: "Using Stream ID: ", radix: version < 0x07_54_00 ? 16 : 10)
                hasStream = true
            } else if case .opened(let stream) = CurlStreamEvent(line) {
                self.stream = stream
                hasStream = true
            } else if line.starts(with: "REFUSED_STREAM, retrying".utf8) {
                isRefused = true
            } else if line.starts(with: "Downgrades to HTTP/1.1".utf8) || Self.isAboutRequiredHTTP1(line) {
                requiresHTTP1 = true
            } else if line.starts(with: "stream ".utf8), Self.hasSuffix(line, " closed") {
                isEndedEarly = true
            } else if Self.isAboutUnreadableInput(line) {
                isMalformed = true
            } else if line.starts(with: "recveived GOAWAY, ".utf8) || line.starts(with: "received GOAWAY, ".utf8),
                let last = Self.number(in: line, at: "last_stream=")
            {
                // A server may send several GOAWAY frames with decreasing stream ids.
                connection?.lastAcceptedStream = min(connection?.lastAcceptedStream ?? last, last)
            }
        }

        /// The line is "HTTP/2 stream 1 was not closed cleanly: HTTP_1_1_REQUIRED (err 13)".
        private static func isAboutRequiredHTTP1(_ line: UnsafeRawBufferPointer) -> Bool {
            line.starts(with: "HTTP/2 stream ".utf8)
                && String(decoding: line, as: UTF8.self).contains("HTTP_1_1_REQUIRED")
        }

        /// The line is "h2_process_pending_input: nghttp2_session_mem_recv() returned -902:…", in newer versions without
        /// the "h2_", or "nghttp2 recv error -902: …".
        private static func isAboutUnreadableInput(_ line: UnsafeRawBufferPointer) -> Bool {
            line.starts(with: "nghttp2 recv error ".utf8)
                || (line.starts(with: "h2_process".utf8) || line.starts(with: "process_pending".utf8))
                    && String(decoding: line, as: UTF8.self).contains("nghttp2_session_mem_recv")
        }

        private static func hasSuffix(_ line: UnsafeRawBufferPointer, _ suffix: String) -> Bool {
            String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines).hasSuffix(suffix)
        }

        /// The number after `prefix`. `nil` if the line starts otherwise, or another character than a space, a bracket
        /// or a newline follows the number.
        private static func number(
            in line: UnsafeRawBufferPointer,
            after prefix: StaticString,
            radix: Int
        ) -> Int? {
            let prefix = UnsafeRawBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
            guard line.starts(with: prefix) else { return nil }
            let rest = line[prefix.count...]
            let digits = rest.prefix { Character(Unicode.Scalar($0)).isHexDigit }
            let end = digits.endIndex < rest.endIndex ? Character(Unicode.Scalar(rest[digits.endIndex])) : " "
            guard [" ", "]", "\n"].contains(end) else { return nil }
            // Stream ids have 31 bits.
            return Int32(String(decoding: digits, as: UTF8.self), radix: radix).map(Int.init)
        }

        private static func number(in line: UnsafeRawBufferPointer, at name: String) -> Int? {
            let text = String(decoding: line, as: UTF8.self)
            guard let range = text.range(of: name) else { return nil }
            return Int(text[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
        }
    }
#endif
