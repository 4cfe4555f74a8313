#if os(Linux)
    import Foundation

    /// One attempt to send a request: its connection, and whether the server may have processed it.
    struct CurlAttempt {
        /// `nil` until libcurl reveals the connection.
        var connection: CurlConnection?
        let isConnectionReused: Bool
        /// The HTTP/2 stream id. `nil` until libcurl has logged it.
        var stream: Int?
        /// Whether libcurl's log says that the server refused the stream.
        var isRefused = false
        /// Whether libcurl's log says that it rejected the server's HTTP/2 input, such as a field above 64 KiB, and
        /// closed the connection. libcurl then reports an empty response, or a repetition of the request that Tern
        /// stopped.
        var isMalformed = false
        /// Whether libcurl's log says that the server ended the stream, with a complete response, before the request's
        /// body was sent.
        var isEndedEarly = false

        /// Whether the server has reported that it doesn't process this request (RFC 9113, sections 6.8 and 8.7).
        var isUnprocessed: Bool {
            if isRefused { return true }
            guard let stream, let last = connection?.lastAcceptedStream else { return false }
            return stream > last
        }

        /// Reads a line of libcurl's log, the only source for stream ids and refused streams.
        ///
        /// An unknown line is ignored. The server may then have processed the request, which is the safe assumption.
        mutating func take(_ line: UnsafeRawBufferPointer) {
            if let number = Self.number(in: line, after: "Using Stream ID: ", or: "[HTTP/2] [") {
                stream = number
            } else if line.starts(with: "REFUSED_STREAM, retrying".utf8) {
                isRefused = true
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

        /// The line is "h2_process_pending_input: nghttp2_session_mem_recv() returned -902:…". Newer versions omit the
        /// "h2_".
        private static func isAboutUnreadableInput(_ line: UnsafeRawBufferPointer) -> Bool {
            (line.starts(with: "h2_process".utf8) || line.starts(with: "process_pending".utf8))
                && String(decoding: line, as: UTF8.self).contains("nghttp2_session_mem_recv")
        }

        private static func hasSuffix(_ line: UnsafeRawBufferPointer, _ suffix: String) -> Bool {
            String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines).hasSuffix(suffix)
        }

        private static func number(
            in line: UnsafeRawBufferPointer,
            after prefix: StaticString,
            or other: StaticString
        ) -> Int? {
            for prefix in [prefix, other] {
                let prefix = UnsafeRawBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
                if line.starts(with: prefix) { return number(in: line, from: prefix.count) }
            }
            return nil
        }

        private static func number(in line: UnsafeRawBufferPointer, at name: String) -> Int? {
            let text = String(decoding: line, as: UTF8.self)
            guard let range = text.range(of: name) else { return nil }
            return Int(text[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
        }

        /// The decimal number at `start`. `nil` if another character than a space, a bracket or a newline follows it.
        private static func number(in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
            var number = 0
            var index = start
            while index < line.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[index], number < Int(Int32.max) {
                number = number * 10 + Int(line[index] - UInt8(ascii: "0"))
                index += 1
            }
            // Older versions log the number in hexadecimal.
            let isWhole = index == line.count || [" ", "]", "\n"].contains(Character(Unicode.Scalar(line[index])))
            return index > start && isWhole ? number : nil
        }
    }
#endif
