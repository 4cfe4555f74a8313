#if os(Linux)
    import Glibc

    /// The head of one request, as far as ``LiveServer`` needs it.
    struct ServerRequest {
        enum Path {
            case item
            case bytes(Int)
            case slow(milliseconds: Int)
            case sink
            case unknown
        }

        private(set) var path: Path
        private(set) var bodyBytes = 0
        private(set) var isChunked = false
        private(set) var expectsContinue = false
        let headBytes: Int

        /// `nil` until the head is complete.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.baseAddress, let headBytes = Self.headBytes(of: bytes) else { return nil }
            self.headBytes = headBytes
            let isPost = bytes[0] == UInt8(ascii: "P")
            path = Self.path(from: start + (isPost ? 5 : 4))
            // A GET has no body here, so its fields aren't searched for one.
            if isPost { readFields(UnsafeRawBufferPointer(rebasing: bytes[..<headBytes])) }
        }

        private static func headBytes(of bytes: UnsafeRawBufferPointer) -> Int? {
            guard var place = bytes.baseAddress else { return nil }
            let end = place + bytes.count
            while let newline = memchr(place, 10, end - place) {
                place = UnsafeRawPointer(newline) + 1
                if end - place >= 2, memcmp(place, "\r\n", 2) == 0 { return bytes.count - (end - place) + 2 }
            }
            return nil
        }

        /// A complete head has at least a space after the path, so nothing reads past its end.
        private static func path(from start: UnsafeRawPointer) -> Path {
            if memcmp(start, "/item ", 6) == 0 || memcmp(start, "/item?", 6) == 0 { return .item }
            if memcmp(start, "/bytes/", 7) == 0 { return .bytes(number(at: start + 7)) }
            if memcmp(start, "/slow/", 6) == 0 { return .slow(milliseconds: number(at: start + 6)) }
            if memcmp(start, "/sink ", 6) == 0 { return .sink }
            return .unknown
        }

        private mutating func readFields(_ head: UnsafeRawBufferPointer) {
            guard var line = head.baseAddress else { return }
            let end = line + head.count
            while let newline = memchr(line, 10, end - line) {
                line = UnsafeRawPointer(newline) + 1
                let text = line.assumingMemoryBound(to: CChar.self)
                if strncasecmp(text, "content-length: ", 16) == 0 { bodyBytes = Self.number(at: line + 16) }
                if strncasecmp(text, "transfer-encoding: chunked", 26) == 0 { isChunked = true }
                if strncasecmp(text, "expect: 100-continue", 20) == 0 { expectsContinue = true }
            }
        }

        private static func number(at start: UnsafeRawPointer) -> Int {
            var (value, place) = (0, start)
            while true {
                let digit = Int(place.load(as: UInt8.self)) - 48
                guard (0...9).contains(digit), value < 1 << 50 else { return value }
                value = value * 10 + digit
                place += 1
            }
        }
    }
#endif
