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
                    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
                    let value = HeadLine.value(line, nameLength: colon)
                    fields.append(HTTPHeaders.Field(name: Self.text(of: name), value: Self.text(of: value)))
                }
            }
            return fields
        }

        /// Decodes UTF-8, or else Latin-1, in which any bytes are valid.
        private static func text(of bytes: UnsafeRawBufferPointer) -> String {
            String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
