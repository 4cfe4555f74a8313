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
        /// RST_STREAM with this error was received. Other errors aren't read.
        case reset(stream: Int, ResetCode)
        /// libcurl sends GOAWAY with an error, since the server has violated HTTP/2 (RFC 9113, section 5.4.1).
        case connectionFailed

        /// Errors that change the meaning of a response, or of its absence (RFC 9113, section 7).
        enum ResetCode: CaseIterable {
            case noError
            case refusedStream
            case http11Required

            fileprivate var text: StaticString {
                switch self {
                case .noError: "error=0]"
                case .refusedStream: "error=7]"
                case .http11Required: "error=13]"
                }
            }
        }

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
                guard let code = ResetCode.allCases.first(where: { Self.contains($0.text, rest) }) else { return nil }
                self = .reset(stream: stream, code)
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
