#if os(Linux)
    import Foundation

    /// The heads of one exchange, line by line as they come: informational ones, the final one, trailers.
    struct CurlHead {
        private(set) var statusCode = 0
        private(set) var length = Length.none
        /// Whether there is a Content-Encoding.
        private(set) var isEncoded = false
        /// Whether the final head is complete; what comes after it are trailers.
        private(set) var isComplete = false
        private var fields: [HTTPHeaders.Field] = []

        /// What Content-Length says.
        enum Length: Equatable {
            case none
            case bytes(Int)
            /// No number, or several. That leaves open where the next answer begins (RFC 9112, section 6.3), which libcurl
            /// lets pass.
            case unsound
        }

        var headers: HTTPHeaders { HTTPHeaders(fields) }

        /// Whether there was a status line.
        var hasBegun: Bool { statusCode > 0 }

        /// Takes one line with its end.
        mutating func take(_ line: UnsafeRawBufferPointer) {
            guard !isComplete else { return }
            var end = line.count
            while end > 0, line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
            let line = UnsafeRawBufferPointer(rebasing: line[..<end])
            if line.isEmpty {
                // 101 is final: nothing else comes in HTTP.
                isComplete = statusCode >= 200 || statusCode == 101
            } else if line.count > 5, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP/".utf8) {
                self = CurlHead()
                fields.reserveCapacity(Self.usualFields)
                statusCode = Self.statusCode(of: line)
            } else {
                takeField(line)
            }
        }

        // MARK: - Private

        private static let usualFields = 12

        /// The three digits after the first blanks; 0 if there are none.
        private static func statusCode(of line: UnsafeRawBufferPointer) -> Int {
            var index = 0
            while index < line.count, !isBlank(line[index]) { index += 1 }
            while index < line.count, isBlank(line[index]) { index += 1 }
            guard index + 3 <= line.count else { return 0 }
            var number = 0
            for byte in line[index..<index + 3] {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return 0 }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }

        private mutating func takeField(_ line: UnsafeRawBufferPointer) {
            var colon = 0
            while colon < line.count, line[colon] != UInt8(ascii: ":") {
                // A blank before the colon would make another name of it.
                if Self.isBlank(line[colon]) { return }
                colon += 1
            }
            // A line without a colon is no field.
            guard colon > 0, colon < line.count else { return }
            var (start, end) = (colon + 1, line.count)
            while start < end, Self.isBlank(line[start]) { start += 1 }
            while end > start, Self.isBlank(line[end - 1]) { end -= 1 }
            let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
            let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
            let text = Self.text(of: value)
            fields.append(HTTPHeaders.Field(name: Self.text(of: name), value: text))
            if Self.isName(name, "content-length") {
                takeLength(text)
            } else if Self.isName(name, "content-encoding") {
                isEncoded = true
            }
        }

        /// The same number may come several times.
        private mutating func takeLength(_ text: String) {
            let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let length = isNumber ? Int(text).map { .bytes($0) } ?? .unsound : Length.unsound
            self.length = self.length == .none || self.length == length ? length : .unsound
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }

        /// - Parameter lowercased: ASCII.
        private static func isName(_ bytes: UnsafeRawBufferPointer, _ lowercased: StaticString) -> Bool {
            guard bytes.count == lowercased.utf8CodeUnitCount else { return false }
            for index in bytes.indices where bytes[index].asciiLowercased != lowercased.utf8Start[index] {
                return false
            }
            return true
        }

        /// UTF-8 where it is, or else Latin-1, which any bytes are.
        private static func text(of bytes: UnsafeRawBufferPointer) -> String {
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            // Nearly always; and checking first that it is UTF-8 takes several times as long.
            if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
            return String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
