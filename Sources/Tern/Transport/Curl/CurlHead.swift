#if os(Linux)
    import Foundation

    /// The heads of one exchange, line by line as they come: informational ones, the final one, trailers.
    ///
    /// On the engine's thread only what it needs is read of them; the fields are read by the caller.
    struct CurlHead: Sendable {
        private(set) var statusCode = 0
        private(set) var length = Length.none
        /// Whether there is a Content-Encoding.
        private(set) var isEncoded = false
        private(set) var isChunked = false
        private(set) var hasLocation = false
        /// Whether the final head is complete; what comes after it are trailers.
        private(set) var isComplete = false
        /// The lines of the fields, each with one newline.
        private var lines: [UInt8] = []

        /// What Content-Length says.
        enum Length: Equatable {
            case none
            case bytes(Int)
            /// No number, or several. That leaves open where the next answer begins (RFC 9112, section 6.3), which libcurl
            /// lets pass.
            case unsound
        }

        /// Whether there was a status line.
        var hasBegun: Bool { statusCode > 0 }

        /// Takes one line with its end.
        ///
        /// - Returns: Whether that completes the final head.
        mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
            guard !isComplete else { return false }
            var end = line.count
            while end > 0, line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == Self.newline { end -= 1 }
            let line = UnsafeRawBufferPointer(rebasing: line[..<end])
            if line.isEmpty {
                // 101 is final: nothing else comes in HTTP.
                isComplete = statusCode >= 200 || statusCode == 101
            } else if line.count > 5, line[4] == UInt8(ascii: "/"), line.starts(with: "HTTP/".utf8) {
                self = CurlHead()
                lines.reserveCapacity(Self.usualBytes)
                statusCode = Self.statusCode(of: line)
            } else {
                lines.append(contentsOf: line)
                lines.append(Self.newline)
                look(at: line)
            }
            return isComplete
        }

        /// The fields in their order.
        var headers: HTTPHeaders {
            HTTPHeaders(reading: { [lines] in Self.fields(in: lines) })
        }

        // MARK: - Private

        private static let newline = UInt8(ascii: "\n")
        private static let usualBytes = 512
        private static let usualFields = 12

        private static func fields(in lines: [UInt8]) -> [HTTPHeaders.Field] {
            var fields: [HTTPHeaders.Field] = []
            fields.reserveCapacity(usualFields)
            lines.withUnsafeBytes { lines in
                var start = 0
                for index in lines.indices where lines[index] == newline {
                    if let field = field(UnsafeRawBufferPointer(rebasing: lines[start..<index])) {
                        fields.append(field)
                    }
                    start = index + 1
                }
            }
            return fields
        }

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

        /// Reads the fields that the engine heeds.
        private mutating func look(at line: UnsafeRawBufferPointer) {
            if Self.isField(line, "location:") {
                hasLocation = true
            } else if Self.isField(line, "content-length:") {
                take(length: Self.field(line)?.value ?? "")
            } else if Self.isField(line, "content-encoding:") {
                isEncoded = true
            } else if Self.isField(line, "transfer-encoding:") {
                isChunked = true
            }
        }

        /// The same number may come several times.
        private mutating func take(length text: String) {
            let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let length = isNumber ? Int(text).map { .bytes($0) } ?? .unsound : Length.unsound
            self.length = self.length == .none || self.length == length ? length : .unsound
        }

        /// - Parameter prefix: A name and a colon, lowercased.
        private static func isField(_ line: UnsafeRawBufferPointer, _ prefix: StaticString) -> Bool {
            let count = prefix.utf8CodeUnitCount
            guard line.count >= count, line[count - 1] == UInt8(ascii: ":") else { return false }
            for index in 0..<count where line[index].asciiLowercased != prefix.utf8Start[index] { return false }
            return true
        }

        private static func field(_ line: UnsafeRawBufferPointer) -> HTTPHeaders.Field? {
            var colon = 0
            while colon < line.count, line[colon] != UInt8(ascii: ":") {
                // A blank before the colon would make another name of it.
                if isBlank(line[colon]) { return nil }
                colon += 1
            }
            // A line without a colon is no field.
            guard colon > 0, colon < line.count else { return nil }
            var (start, end) = (colon + 1, line.count)
            while start < end, isBlank(line[start]) { start += 1 }
            while end > start, isBlank(line[end - 1]) { end -= 1 }
            return HTTPHeaders.Field(name: text(of: line[..<colon]), value: text(of: line[start..<end]))
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }

        /// UTF-8 where it is, or else Latin-1, which any bytes are.
        private static func text(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
            let bytes = UnsafeRawBufferPointer(rebasing: bytes)
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            // Nearly always; and checking first that it is UTF-8 takes several times as long.
            if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
            return String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
