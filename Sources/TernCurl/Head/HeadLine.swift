#if os(Linux)
    import TernHTTP
    import Foundation

    /// Checks the lines of a response's head and trailers (RFC 9112, sections 4 and 5).
    ///
    /// libcurl accepts many malformed lines, and interprets some of them differently from other software.
    enum HeadLine {
        /// The maximum length of a line in bytes. It is below libcurl's limit. Servers send a few thousand bytes at
        /// most.
        static let maximumBytes = 64 * 1024

        /// The version and status code of a status line (RFC 9112, section 4).
        struct Status: Equatable {
            var version: Version
            var code: Int
        }

        enum Version {
            case http10
            case http11
            /// libcurl writes the status line of an HTTP/2 response itself.
            case http2
        }

        /// The line without its line end: CR LF, or LF alone (RFC 9112, section 2.2).
        static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
            var end = line.count
            if end > 0, line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
            if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            return UnsafeRawBufferPointer(rebasing: line[..<end])
        }

        /// Reads a status line.
        ///
        /// A code from 600 to 999 is as invalid as one below 100. But clients should treat it like 5xx (RFC 9110,
        /// section 15), so it is accepted.
        ///
        /// - Parameter line: The line without its line end.
        /// - Throws: `TernError` with code `.malformedResponse`.
        static func status(_ line: UnsafeRawBufferPointer) throws(TernError) -> Status {
            guard let (version, start) = version(line), let code = code(line, at: start),
                start + 3 == line.count || line[start + 3] == UInt8(ascii: " "), !hasCRorNUL(line, from: start)
            else { throw malformed("The response's status line is malformed.") }
            return Status(version: version, code: code)
        }

        /// Checks a field line (RFC 9112, section 5).
        ///
        /// A name may have any visible character. The visible characters that a token doesn't allow are harmless.
        ///
        /// - Parameter line: The line without its line end.
        /// - Returns: The length of the field's name.
        /// - Throws: `TernError` with code `.malformedResponse`.
        static func nameLength(_ line: UnsafeRawBufferPointer) throws(TernError) -> Int {
            var colon = 0
            while colon < line.count, line[colon] != UInt8(ascii: ":") {
                guard line[colon] > 0x20, line[colon] != 0x7F else { throw badName(line, at: colon) }
                colon += 1
            }
            guard colon < line.count else { throw malformed("A field line of the response has no colon.") }
            guard colon > 0 else { throw malformed("A field line of the response has no name.") }
            guard !hasCRorNUL(line, from: colon) else {
                throw malformed("A field value of the response contains a CR or NUL.")
            }
            return colon
        }

        /// The value of a field line, without spaces and tabs around it.
        static func value(_ line: UnsafeRawBufferPointer, nameLength: Int) -> UnsafeRawBufferPointer {
            var (start, end) = (nameLength + 1, line.count)
            while start < end, isBlank(line[start]) { start += 1 }
            while end > start, isBlank(line[end - 1]) { end -= 1 }
            return UnsafeRawBufferPointer(rebasing: line[start..<end])
        }

        /// Compares ASCII text, ignoring case.
        ///
        /// - Parameter text: Lower-case text.
        static func isEqual(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
            guard bytes.count == text.utf8CodeUnitCount else { return false }
            for index in 0..<bytes.count where bytes[index].asciiLowercased != text.utf8Start[index] { return false }
            return true
        }

        static func malformed(_ reason: String) -> TernError {
            TernError(.malformedResponse, reason: reason)
        }

        /// The error for a line that begins with a space or tab (RFC 9112, section 5.2).
        static var folded: TernError {
            malformed("A field line of the response is folded: it begins with a space or tab.")
        }

        static func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }

        // MARK: - Private

        /// - Returns: The version, and the index of the status code.
        private static func version(_ line: UnsafeRawBufferPointer) -> (Version, start: Int)? {
            guard line.count >= 7, line.starts(with: "HTTP/".utf8) else { return nil }
            if line[5] == UInt8(ascii: "2"), line[6] == UInt8(ascii: " ") { return (.http2, 7) }
            guard line.count >= 9, line[5] == UInt8(ascii: "1"), line[6] == UInt8(ascii: "."),
                line[8] == UInt8(ascii: " ")
            else { return nil }
            switch line[7] {
            case UInt8(ascii: "0"): return (.http10, 9)
            case UInt8(ascii: "1"): return (.http11, 9)
            default: return nil
            }
        }

        private static func code(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
            guard start + 3 <= line.count else { return nil }
            var number = 0
            for index in start..<start + 3 {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[index] else { return nil }
                number = number * 10 + Int(line[index] - UInt8(ascii: "0"))
            }
            return number >= 100 ? number : nil
        }

        /// Whether the line has a forbidden CR or NUL (RFC 9110, section 5.5; RFC 9112, section 2.2).
        private static func hasCRorNUL(_ line: UnsafeRawBufferPointer, from start: Int) -> Bool {
            guard let base = line.baseAddress, start < line.count else { return false }
            let (first, count) = (base + start, line.count - start)
            return memchr(first, 0x0D, count) != nil || memchr(first, 0, count) != nil
        }

        private static func badName(_ line: UnsafeRawBufferPointer, at index: Int) -> TernError {
            guard index == 0, isBlank(line[0]) else {
                return malformed("A field name of the response contains a space or a control character.")
            }
            return folded
        }
    }
#endif
