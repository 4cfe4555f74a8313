#if os(Linux)
    import Foundation

    /// One sending of a request: on which connection, and what is known about its fate.
    struct CurlAttempt {
        /// `nil` until libcurl shows which one it is.
        var connection: CurlConnection?
        let isConnectionReused: Bool
        /// Its number on an HTTP/2 connection, once it has one.
        var stream: Int?
        /// Whether libcurl says that the server refused the stream.
        var isRefused = false
        /// Whether libcurl says that it can't read the server's HTTP/2, such as a field above 64 KiB, and has ended the
        /// connection. Its error is that of an empty response then, or of a sending again that was stopped.
        var isMalformed = false
        /// Whether libcurl says that the server had ended the stream, all of the response with it, before the body of the
        /// request was sent.
        var isEndedEarly = false

        /// Whether the server has said that it doesn't act upon this (RFC 9113, sections 6.8 and 8.7).
        var isUnprocessed: Bool {
            if isRefused { return true }
            guard let stream, let last = connection?.lastAcceptedStream else { return false }
            return stream > last
        }

        /// Takes a line of libcurl's log. There is no other way to learn of streams and their refusal; a line that isn't
        /// understood leaves the fate unknown, which is the safe side.
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
                // A server may say so several times, with lower numbers.
                connection?.lastAcceptedStream = min(connection?.lastAcceptedStream ?? last, last)
            }
        }

        /// "h2_process_pending_input: nghttp2_session_mem_recv() returned -902:…", in newer versions without the "h2_".
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

        /// The decimal number that stands there, up to a byte that can't belong to it.
        private static func number(in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
            var number = 0
            var index = start
            while index < line.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[index], number < Int(Int32.max) {
                number = number * 10 + Int(line[index] - UInt8(ascii: "0"))
                index += 1
            }
            // Older versions write it in hexadecimal.
            let isWhole = index == line.count || [" ", "]", "\n"].contains(Character(Unicode.Scalar(line[index])))
            return index > start && isWhole ? number : nil
        }
    }
#endif
