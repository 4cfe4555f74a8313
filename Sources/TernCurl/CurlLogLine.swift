#if os(Linux)
    import Foundation

    /// A line of libcurl's log that says something about a transfer, which no function of libcurl tells: the protocol
    /// that TLS has negotiated, the stream of a request, whether the server has refused it, and why a stream or a
    /// connection ended.
    ///
    /// The texts are no stable interface. They differ between versions of libcurl, and newer versions may change them
    /// again. An unknown line is ignored: the server may then have processed the request, which is the safe assumption.
    /// Nothing else in the engine reads the log.
    ///
    /// libcurl logs the frames of HTTP/2 from version 8.3 on (`curl_global_trace`), in lines such as "[HTTP/2] [1] <-
    /// FRAME[DATA, len=4, eos=1, padlen=0]". Such a line may be logged for any transfer of the connection, so each has
    /// its stream.
    enum CurlLogLine: Equatable {
        /// TLS has negotiated HTTP/2, or another protocol.
        case negotiated(isHTTP2: Bool)
        /// The request has an HTTP/2 stream. The id is `nil` if it is unreadable.
        case opened(stream: Int?)
        /// The server has ended the stream with END_STREAM.
        case ended(stream: Int)
        /// The server has reset the stream. `nil` is the stream of the transfer that logs the line.
        case reset(stream: Int?, Reset)
        /// The server has ended the stream, with a complete response, before the request's body was sent.
        case endedEarly
        /// The server has sent GOAWAY, with the last stream that it processes (RFC 9113, section 6.8).
        case goAway(lastStream: Int)
        /// libcurl has rejected the server's HTTP/2 input, such as a field above 64 KiB, and closes the connection. It
        /// then reports an empty response, or sends the request again.
        case invalidInput
        /// libcurl sends GOAWAY with an error, since the server has violated HTTP/2 (RFC 9113, section 5.4.1).
        case connectionFailed
        /// libcurl drops bytes after a response without content.
        case excess
        /// libcurl is about to close the connection.
        case closing

        /// The errors that change the meaning of a response, or of its absence (RFC 9113, section 7). Other errors
        /// aren't read.
        enum Reset {
            case noError
            case refusedStream
            case http11Required
        }

        /// - Parameter version: The version of libcurl.
        init?(_ line: UnsafeRawBufferPointer, version: UInt32 = CurlLibrary.version) {
            let line = Text(line)
            guard let event = Self.frame(line) ?? Self.message(line, version) else { return nil }
            self = event
        }

        // MARK: - Private

        private static func frame(_ line: Text) -> Self? {
            let prefix: StaticString = "[HTTP/2] ["
            guard line.hasPrefix(prefix), let (stream, rest) = line.number(after: prefix), rest.hasPrefix("] ")
            else { return nil }
            let frame = rest.dropping(2)
            if frame.hasPrefix("OPENED") { return .opened(stream: stream) }
            if frame.hasPrefix("<- FRAME[DATA") || frame.hasPrefix("<- FRAME[HEADERS") {
                return frame.contains("eos=1") ? .ended(stream: stream) : nil
            }
            if frame.hasPrefix("<- FRAME[RST_STREAM") {
                if frame.contains("error=0]") { return .reset(stream: stream, .noError) }
                if frame.contains("error=7]") { return .reset(stream: stream, .refusedStream) }
                return frame.contains("error=13]") ? .reset(stream: stream, .http11Required) : nil
            }
            return frame.hasPrefix("-> FRAME[GOAWAY") && !frame.contains("error=0,") ? .connectionFailed : nil
        }

        private static func message(_ line: Text, _ version: UInt32) -> Self? {
            // "ALPN: server accepted h2", or in older versions "ALPN, server accepted to use h2".
            if line.hasPrefix("ALPN") {
                return line.contains(" server ")
                    ? .negotiated(isHTTP2: line.contains(" accepted ") && line.trimmed.hasSuffix(" h2")) : nil
            }
            if line.hasPrefix("Using Stream ID: ") {
                // Versions before 7.84 log the id in hexadecimal.
                let id = line.number(after: "Using Stream ID: ", radix: version < 0x07_54_00 ? 16 : 10)
                let isReadable = id.map { $0.rest.isEmpty || $0.rest.hasPrefix(" ") || $0.rest.hasPrefix("\n") }
                return .opened(stream: isReadable == true ? id?.value : nil)
            }
            if line.hasPrefix("REFUSED_STREAM, retrying") { return .reset(stream: nil, .refusedStream) }
            // "HTTP/2 stream 1 was not closed cleanly: HTTP_1_1_REQUIRED (err 13)"
            if line.hasPrefix("Downgrades to HTTP/1.1")
                || line.hasPrefix("HTTP/2 stream ") && line.contains("HTTP_1_1_REQUIRED")
            {
                return .reset(stream: nil, .http11Required)
            }
            if line.hasPrefix("stream "), line.trimmed.hasSuffix(" closed") { return .endedEarly }
            // "h2_process_pending_input: nghttp2_session_mem_recv() returned -902:…", in newer versions without the "h2_",
            // or "nghttp2 recv error -902: …".
            if line.hasPrefix("nghttp2 recv error ")
                || (line.hasPrefix("h2_process") || line.hasPrefix("process_pending"))
                    && line.contains("nghttp2_session_mem_recv")
            {
                return .invalidInput
            }
            // The first word is misspelled in older versions.
            if line.hasPrefix("recveived GOAWAY, ") || line.hasPrefix("received GOAWAY, ") {
                return line.number(after: "last_stream=").map { .goAway(lastStream: $0.value) }
            }
            if line.hasPrefix("Excess found") { return .excess }
            // "Closing connection 0", or in newer versions "shutting down connection #0" or "closing connection #0".
            let isClosing =
                line.hasPrefix("Closing connection") || line.hasPrefix("closing connection")
                || line.hasPrefix("shutting down connection")
            return isClosing ? .closing : nil
        }

        /// The bytes of a line. Most lines are of no interest, so none becomes a `String`.
        private struct Text {
            let bytes: UnsafeRawBufferPointer

            init(_ bytes: UnsafeRawBufferPointer) {
                self.bytes = bytes
            }

            var isEmpty: Bool { bytes.isEmpty }

            /// The text without the newline at its end.
            var trimmed: Text {
                bytes.last == UInt8(ascii: "\n") ? Text(UnsafeRawBufferPointer(rebasing: bytes.dropLast())) : self
            }

            func dropping(_ count: Int) -> Text { Text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))) }

            func hasPrefix(_ text: StaticString) -> Bool {
                guard let base = bytes.baseAddress, bytes.count >= text.utf8CodeUnitCount else { return false }
                return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
            }

            func hasSuffix(_ text: StaticString) -> Bool {
                bytes.count >= text.utf8CodeUnitCount
                    && dropping(bytes.count - text.utf8CodeUnitCount).hasPrefix(text)
            }

            func contains(_ text: StaticString) -> Bool { end(of: text) != nil }

            /// The number after the first place of `text`, and the text after the number. Stream ids have 31 bits.
            func number(after text: StaticString, radix: Int = 10) -> (value: Int, rest: Text)? {
                guard let start = end(of: text) else { return nil }
                var (value, end) = (0, start)
                while end < bytes.count, let digit = Character(Unicode.Scalar(bytes[end])).hexDigitValue, digit < radix
                {
                    value = value * radix + digit
                    guard value <= Int32.max else { return nil }
                    end += 1
                }
                return end > start ? (value, dropping(end)) : nil
            }

            private func end(of text: StaticString) -> Int? {
                let count = text.utf8CodeUnitCount
                guard bytes.count >= count else { return nil }
                return (0...bytes.count - count).first { dropping($0).hasPrefix(text) }.map { $0 + count }
            }
        }
    }
#endif
