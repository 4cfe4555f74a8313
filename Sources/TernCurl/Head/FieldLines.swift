#if os(Linux)
    import TernHTTP

    /// Checked field lines, kept as received. Most fields are never read, so they are parsed on first use, on the
    /// caller's thread.
    struct FieldLines: Sendable {
        /// The lines, each with a newline.
        private var bytes: [UInt8] = []

        private static let usualBytes = 512

        mutating func append(_ line: UnsafeRawBufferPointer) {
            if bytes.isEmpty { bytes.reserveCapacity(Self.usualBytes) }
            bytes.append(contentsOf: line)
            bytes.append(UInt8(ascii: "\n"))
        }

        /// The fields, in the order received.
        var headers: HTTPHeaders {
            bytes.isEmpty ? [:] : HTTPHeaders(reading: { [self] in fields })
        }

        private var fields: [HTTPHeaders.Field] {
            var fields: [HTTPHeaders.Field] = []
            bytes.withUnsafeBytes { bytes in
                var start = 0
                for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                    let line = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
                    start = index + 1
                    if let line = try? FieldLine(line) { fields.append(line.field) }
                }
            }
            return fields
        }
    }
#endif
