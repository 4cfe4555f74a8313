#if os(Linux)
    import TernHTTP

    /// The heads of one exchange: informational ones, the final one, and on HTTP/2 the trailers.
    ///
    /// Each line is checked (``HeadLine``) when it arrives. On the engine's thread only the fields that the engine
    /// needs are parsed; the caller's thread parses the others.
    struct CurlHead: Sendable {
        private(set) var statusCode = 0
        private(set) var version = HeadLine.Version.http11
        /// The value of Content-Length.
        private(set) var length: Int?
        /// Whether the head has a Content-Encoding field.
        private(set) var isEncoded = false
        private(set) var isChunked = false
        private(set) var hasLocation = false
        /// Whether the final head is complete. Further lines are trailers.
        private(set) var isComplete = false
        /// Whether the next line is a status line.
        private var isAtStart = true
        private var fields = FieldLines()
        private var trailerFields = FieldLines()

        /// Whether a status line has been received.
        var hasBegun: Bool { statusCode > 0 }

        /// Whether an informational head is complete, and the next one hasn't begun.
        var isAfterInformational: Bool { isAtStart && hasBegun }

        var headers: HTTPHeaders { fields.headers }

        /// The trailers of an HTTP/2 response. Those of HTTP/1.1 are in the chunked body.
        var trailers: HTTPHeaders { trailerFields.headers }

        /// Reads one line, including its line end.
        ///
        /// - Parameter isHTTP2: Whether the connection uses HTTP/2. Evaluated only for a status line with HTTP/2.
        /// - Returns: Whether the line completes the final head.
        /// - Throws: `TernError` with code `.malformedResponse`.
        mutating func take(
            _ line: UnsafeRawBufferPointer,
            isHTTP2: @autoclosure () -> Bool
        ) throws(TernError) -> Bool {
            guard line.count <= HeadLine.maximumBytes else {
                throw HeadLine.malformed(
                    "A line of the response's head exceeds the limit of \(HeadLine.maximumBytes) bytes."
                )
            }
            let line = HeadLine.content(of: line)
            if isAtStart {
                try begin(line, isHTTP2: isHTTP2())
            } else if isComplete {
                try takeTrailer(line)
            } else if line.isEmpty {
                // 101 is final: no other HTTP response follows.
                isComplete = statusCode >= 200 || statusCode == 101
                isAtStart = !isComplete
                return isComplete
            } else {
                let field = try HeadLine.field(line)
                fields.append(line)
                try look(at: field)
            }
            return false
        }

        // MARK: - Private

        private mutating func begin(
            _ line: UnsafeRawBufferPointer,
            isHTTP2: @autoclosure () -> Bool
        ) throws(TernError) {
            let status = try HeadLine.status(line)
            if status.version == .http2, !isHTTP2() {
                throw HeadLine.malformed("The response's status line says HTTP/2 on an HTTP/1.1 connection.")
            }
            self = CurlHead()
            isAtStart = false
            (version, statusCode) = (status.version, status.code)
        }

        private mutating func takeTrailer(_ line: UnsafeRawBufferPointer) throws(TernError) {
            guard version == .http2, !line.isEmpty else { return }
            _ = try HeadLine.field(line)
            trailerFields.append(line)
        }

        /// Reads the fields that the engine needs.
        private mutating func look(at field: FieldLine) throws(TernError) {
            let name = field.name
            switch name.count {
            case 8 where FieldLine.isEqual(name, "location"): hasLocation = true
            case 14 where FieldLine.isEqual(name, "content-length"): try take(length: field.value)
            case 16 where FieldLine.isEqual(name, "content-encoding"): isEncoded = true
            case 17 where FieldLine.isEqual(name, "transfer-encoding"): try take(coding: field.value)
            default: break
            }
        }

        /// Several fields with the same number are allowed. An invalid number, or different numbers, make the start of
        /// the next response uncertain (RFC 9112, section 6.3).
        private mutating func take(length digits: UnsafeRawBufferPointer) throws(TernError) {
            guard let number = FieldLine.number(digits) else {
                throw HeadLine.malformed("The response's Content-Length isn't a valid number.")
            }
            guard length == nil || length == number else {
                throw HeadLine.malformed("The response has several different Content-Length values.")
            }
            length = number
        }

        /// Without a `TE` field in the request, `chunked` is the only coding that is allowed, and it must be the last
        /// one (RFC 9112, sections 6.1 and 7.4). With any other coding, implementations disagree about the end of the
        /// body.
        private mutating func take(coding: UnsafeRawBufferPointer) throws(TernError) {
            guard FieldLine.isEqual(coding, "chunked"), !isChunked, version != .http2 else {
                throw HeadLine.malformed("The response's Transfer-Encoding isn't \"chunked\".")
            }
            isChunked = true
        }
    }
#endif
