#if os(Linux)
    import Foundation

    /// The heads of one exchange, line by line as they come: informational ones, the final one, trailers.
    struct CurlHead {
        private(set) var statusCode = 0
        private(set) var headers = HTTPHeaders()
        /// Whether the final head is complete; what comes after it are trailers.
        private(set) var isComplete = false

        private static let carriageReturn = UInt8(ascii: "\r")
        private static let newline = UInt8(ascii: "\n")
        private static let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]

        /// Takes one line with its end.
        mutating func take(_ line: UnsafeRawBufferPointer) {
            guard !isComplete else { return }
            let line = line.prefix { $0 != Self.carriageReturn && $0 != Self.newline }
            if line.starts(with: "HTTP/".utf8) {
                headers = HTTPHeaders()
                let status = line.drop { !Self.blanks.contains($0) }.drop { Self.blanks.contains($0) }.prefix(3)
                statusCode = Int(Self.text(of: status)) ?? 0
            } else if line.isEmpty {
                // 101 is final: nothing else comes in HTTP.
                isComplete = statusCode >= 200 || statusCode == 101
            } else {
                takeField(line)
            }
        }

        private mutating func takeField(_ line: Slice<UnsafeRawBufferPointer>) {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            // A line without a colon is no field, and a blank before it would make another name of it.
            guard name.count < line.count, !name.isEmpty, !name.contains(where: Self.blanks.contains) else { return }
            headers.add(Self.text(of: Self.trimmed(line[(name.endIndex + 1)...])), for: Self.text(of: name))
        }

        private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
            var value = value.drop { blanks.contains($0) }
            while let last = value.last, blanks.contains(last) { value.removeLast() }
            return value
        }

        /// UTF-8 where it is, or else Latin-1, which any bytes are.
        private static func text(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
            String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
