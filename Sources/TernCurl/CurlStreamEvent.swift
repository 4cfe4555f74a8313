#if os(Linux)
    import Foundation

    /// An event of an HTTP/2 stream that libcurl has logged, such as "[HTTP/2] [1] <- FRAME[DATA, len=4, eos=1, padlen=0]".
    ///
    /// libcurl logs frames from version 8.3 on (`curl_global_trace`). A line may be logged for any transfer of the
    /// connection, so each event has its stream.
    enum CurlStreamEvent: Equatable {
        /// The stream of the transfer that logs the line.
        case opened(stream: Int)
        /// END_STREAM was received.
        case ended(stream: Int)
        /// RST_STREAM with NO_ERROR was received.
        case resetWithoutError(stream: Int)
        /// libcurl sends GOAWAY with an error, since the server has violated HTTP/2 (RFC 9113, section 5.4.1).
        case connectionFailed

        /// `nil` for any other line.
        init?(_ line: UnsafeRawBufferPointer) {
            let prefix: StaticString = "[HTTP/2] ["
            guard Self.isPrefix(prefix, of: line) else { return nil }
            var (index, stream) = (prefix.utf8CodeUnitCount, 0)
            // Stream ids have 31 bits, so ten digits.
            while index < min(line.count, prefix.utf8CodeUnitCount + 10), case let digit = line[index],
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit
            {
                stream = stream * 10 + Int(digit - UInt8(ascii: "0"))
                index += 1
            }
            guard index + 2 <= line.count, line[index] == UInt8(ascii: "]") else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: line[(index + 2)...])
            if Self.isPrefix("OPENED", of: rest) {
                self = .opened(stream: stream)
            } else if Self.isPrefix("<- FRAME[DATA", of: rest) || Self.isPrefix("<- FRAME[HEADERS", of: rest) {
                guard Self.contains("eos=1", rest) else { return nil }
                self = .ended(stream: stream)
            } else if Self.isPrefix("<- FRAME[RST_STREAM", of: rest) {
                guard Self.contains("error=0]", rest) else { return nil }
                self = .resetWithoutError(stream: stream)
            } else if Self.isPrefix("-> FRAME[GOAWAY", of: rest) {
                guard !Self.contains("error=0,", rest) else { return nil }
                self = .connectionFailed
            } else {
                return nil
            }
        }

        private static func isPrefix(_ text: StaticString, of line: UnsafeRawBufferPointer) -> Bool {
            guard let base = line.baseAddress, line.count >= text.utf8CodeUnitCount else { return false }
            return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
        }

        private static func contains(_ text: StaticString, _ line: UnsafeRawBufferPointer) -> Bool {
            var rest = line[...]
            while rest.count >= text.utf8CodeUnitCount {
                if isPrefix(text, of: UnsafeRawBufferPointer(rebasing: rest)) { return true }
                rest.removeFirst()
            }
            return false
        }
    }
#endif
