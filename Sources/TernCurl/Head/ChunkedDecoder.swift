#if os(Linux)
    import TernHTTP
    import Foundation

    /// Decodes `Transfer-Encoding: chunked` (RFC 9112, section 7.1) from pieces of any size, and collects the trailers.
    ///
    /// libcurl can decode such a body, too, but it is lenient: it reads `3,3` as a size of 3, and accepts any line ends
    /// and trailers. Other software would read such a body differently. So libcurl delivers the encoded body, and this
    /// decoder checks every byte. Only CR LF ends a line.
    final class ChunkedDecoder {
        /// Whether the last chunk and the trailers are complete.
        var isComplete: Bool { state == .end }
        /// Whether bytes followed the end of the body.
        private(set) var hasExcess = false
        /// The size of the decoded body.
        private(set) var bodyBytes: Int64 = 0

        private enum State {
            case size
            /// States in the line of the size, after the size.
            case blankBeforeExtension, blankBeforeName, extensionText
            case lineFeedAfterSize
            case data
            case returnAfterData, lineFeedAfterData
            case trailer, lineFeedAfterTrailer
            case end
        }

        private var state = State.size
        /// The number of digits in the chunk's size.
        private var digitCount = 0
        /// The number of bytes that remain of the chunk.
        private var remaining = 0
        /// The number of bytes after the size in its line.
        private var extensionBytes = 0
        private var trailerLine: [UInt8] = []
        private var trailerBytes = 0
        private var trailerFields = FieldLines()

        private static let maximumDigits = 16
        private static let maximumExtensionBytes = 4 * 1024
        private static let maximumTrailerBytes = 64 * 1024

        var trailers: HTTPHeaders { trailerFields.headers }

        /// Decodes the next piece of the encoded body.
        ///
        /// - Parameter use: Receives a piece of the decoded body, which is valid during the call only. Returns `false`
        ///   to stop.
        /// - Returns: `false` if `use` returned `false`.
        /// - Throws: `TernError` with code `.malformedResponse`, after `use` has received all pieces before the error.
        func take(
            _ bytes: UnsafeRawBufferPointer,
            _ use: (UnsafeRawBufferPointer) -> Bool
        ) throws(TernError) -> Bool {
            var index = 0
            while index < bytes.count {
                switch state {
                case .data:
                    let count = min(remaining, bytes.count - index)
                    let piece = UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
                    index += count
                    remaining -= count
                    bodyBytes += Int64(count)
                    if remaining == 0 { state = .returnAfterData }
                    guard use(piece) else { return false }
                case .end:
                    hasExcess = true
                    return true
                default:
                    try take(bytes[index])
                    index += 1
                }
            }
            return true
        }

        /// - Throws: `TernError` with code `.malformedResponse` if the body isn't complete.
        func finish() throws(TernError) {
            guard isComplete else { throw malformed("no end") }
        }

        // MARK: - Private

        private func take(_ byte: UInt8) throws(TernError) {
            switch state {
            case .size: try takeSize(byte)
            case .blankBeforeExtension, .blankBeforeName, .extensionText: try takeExtension(byte)
            case .lineFeedAfterSize:
                try expect(byte, "\n", "a CR without LF after a size")
                (digitCount, extensionBytes) = (0, 0)
                state = remaining == 0 ? .trailer : .data
            case .returnAfterData:
                try expect(byte, "\r", "more data than a chunk's size")
                state = .lineFeedAfterData
            case .lineFeedAfterData:
                try expect(byte, "\n", "a CR without LF after a chunk")
                state = .size
            case .trailer, .lineFeedAfterTrailer: try takeTrailer(byte)
            case .data, .end: break
            }
        }

        private func takeSize(_ byte: UInt8) throws(TernError) {
            if let digit = Self.value(ofHexDigit: byte) {
                digitCount += 1
                // With 16 digits the size can exceed a signed integer.
                guard digitCount <= Self.maximumDigits, remaining <= Int.max >> 4 else {
                    throw malformed("a size too large")
                }
                remaining = remaining << 4 | digit
                return
            }
            guard digitCount > 0 else { throw malformed("an invalid size") }
            try takeExtension(byte)
        }

        /// Checks an extension (RFC 9112, section 7.1.1), except for the syntax of its values.
        private func takeExtension(_ byte: UInt8) throws(TernError) {
            extensionBytes += 1
            guard extensionBytes <= Self.maximumExtensionBytes else { throw malformed("an extension too long") }
            let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            switch (state, byte) {
            case (.size, UInt8(ascii: "\r")), (.extensionText, UInt8(ascii: "\r")):
                state = .lineFeedAfterSize
            case (.size, UInt8(ascii: ";")), (.blankBeforeExtension, UInt8(ascii: ";")):
                state = .blankBeforeName
            case (.size, _) where isBlank, (.blankBeforeExtension, _) where isBlank:
                state = .blankBeforeExtension
            case (.blankBeforeName, _) where isBlank:
                break
            case (.blankBeforeName, _) where ByteSet.token.contains(byte):
                state = .extensionText
            case (.extensionText, _) where isBlank || (byte > 0x20 && byte != 0x7F):
                break
            default:
                throw malformed(state == .size ? "an invalid size" : "a malformed extension")
            }
        }

        private func takeTrailer(_ byte: UInt8) throws(TernError) {
            trailerBytes += 1
            guard trailerBytes <= Self.maximumTrailerBytes else { throw malformed("trailers too long") }
            if state == .trailer {
                if byte == UInt8(ascii: "\r") {
                    state = .lineFeedAfterTrailer
                } else if byte == UInt8(ascii: "\n") {
                    throw malformed("an LF without CR in its trailers")
                } else {
                    trailerLine.append(byte)
                }
                return
            }
            try expect(byte, "\n", "a CR without LF in its trailers")
            guard !trailerLine.isEmpty else {
                state = .end
                return
            }
            try takeTrailerLine()
            trailerLine.removeAll(keepingCapacity: true)
            state = .trailer
        }

        private func takeTrailerLine() throws(TernError) {
            let check = trailerLine.withUnsafeBytes { line in
                Result { () throws(TernError) in
                    _ = try HeadLine.nameLength(line)
                    trailerFields.append(line)
                }
            }
            try check.get()
        }

        private func expect(_ byte: UInt8, _ expected: Unicode.Scalar, _ mistake: String) throws(TernError) {
            guard byte == UInt8(ascii: expected) else { throw malformed(mistake) }
        }

        private func malformed(_ mistake: String) -> TernError {
            HeadLine.malformed("The response's chunked body has \(mistake).")
        }

        private static func value(ofHexDigit byte: UInt8) -> Int? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
            default: nil
            }
        }
    }
#endif
