#if os(Linux)
    import Foundation

    /// The heads of one exchange, line by line as they come: informational ones, the final one, trailers.
    struct CurlHead {
        private(set) var statusCode = 0
        private(set) var headers = HTTPHeaders()
        /// Whether there was a status line.
        var hasBegun: Bool { statusCode > 0 }

        /// Whether the final head is complete; what comes after it are trailers.
        private(set) var isComplete = false

        private static let carriageReturn = UInt8(ascii: "\r")
        private static let newline = UInt8(ascii: "\n")

        /// Takes one line with its end.
        mutating func take(_ line: UnsafeRawBufferPointer) {
            guard !isComplete else { return }
            var end = line.count
            while end > 0, line[end - 1] == Self.carriageReturn || line[end - 1] == Self.newline { end -= 1 }
            let line = UnsafeRawBufferPointer(rebasing: line[..<end])
            if line.starts(with: "HTTP/".utf8) {
                headers = HTTPHeaders()
                statusCode = Self.statusCode(of: line)
            } else if line.isEmpty {
                // 101 is final: nothing else comes in HTTP.
                isComplete = statusCode >= 200 || statusCode == 101
            } else {
                takeField(line)
            }
        }

        /// Whether the length of the body is one number. Anything else leaves open where the next answer begins (RFC 9112,
        /// section 6.3), which libcurl lets pass.
        var hasSoundLength: Bool {
            let lengths = Set(headers.values(for: "Content-Length"))
            return lengths.isEmpty || headers.contains("Transfer-Encoding")
                || (lengths.count == 1 && lengths.allSatisfy { Int64($0).map { $0 >= 0 } ?? false })
        }

        /// The three digits after the first blanks; 0 if there are none.
        private static func statusCode(of line: UnsafeRawBufferPointer) -> Int {
            let digits = line.drop { !isBlank($0) }.drop(while: isBlank).prefix(3)
            guard digits.count == 3, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return 0
            }
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        private mutating func takeField(_ line: UnsafeRawBufferPointer) {
            // A line without a colon is no field, and a blank before it would make another name of it.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
                !line[..<colon].contains(where: Self.isBlank)
            else { return }
            var (start, end) = (colon + 1, line.count)
            while start < end, Self.isBlank(line[start]) { start += 1 }
            while end > start, Self.isBlank(line[end - 1]) { end -= 1 }
            headers.add(Self.text(of: line[start..<end]), for: Self.text(of: line[..<colon]))
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }

        /// UTF-8 where it is, or else Latin-1, which any bytes are.
        private static func text(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
            let bytes = UnsafeRawBufferPointer(rebasing: bytes)
            // Nearly always; and checking first that it is UTF-8 takes several times as long.
            if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
            return String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
