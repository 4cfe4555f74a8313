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
                start + 3 == line.count || line[start + 3] == UInt8(ascii: " "),
                !FieldLine.hasCRorNUL(line, from: start)
            else { throw malformed("The response's status line is malformed.") }
            return Status(version: version, code: code)
        }

        /// Reads a field line (RFC 9112, section 5).
        ///
        /// - Parameter line: The line without its line end.
        /// - Throws: `TernError` with code `.malformedResponse`.
        static func field(_ line: UnsafeRawBufferPointer) throws(TernError) -> FieldLine {
            do throws(FieldLine.Fault) {
                return try FieldLine(line)
            } catch {
                throw malformed(error)
            }
        }

        static func malformed(_ fault: FieldLine.Fault) -> TernError {
            malformed("A field line of the response \(fault.reason).")
        }

        static func malformed(_ fault: ChunkedDecoder.Fault) -> TernError {
            malformed("The response's chunked body has \(fault.mistake).")
        }

        static func malformed(_ reason: String) -> TernError {
            TernError(.malformedResponse, reason: reason)
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
    }
#endif
