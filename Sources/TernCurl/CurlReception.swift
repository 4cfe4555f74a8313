#if os(Linux)
    import TernHTTP
    import Foundation

    /// The response of a transfer as far as it is received: its heads, and the content with its codings.
    final class CurlReception {
        private let prepared: CurlPreparedRequest
        private(set) var head = CurlHead()
        /// The size of all heads, including trailers.
        private(set) var headBytes = 0
        private var isInsideHeadLine = false
        /// The content after the final head. `nil` until that head is complete.
        private(set) var content: Content?
        var body: CurlBody

        struct Content {
            /// `nil` without `Transfer-Encoding: chunked`.
            let chunks: ChunkedDecoder?
            /// `nil` if the body has no content coding, or isn't decoded.
            let decoder: ContentDecoder?
            /// Whether the response is a followed redirect, whose body is discarded.
            let isRedirect: Bool
            /// The size of the received body without codings.
            var bytes: Int64 = 0
        }

        /// The maximum size of all heads, including trailers. Some libcurl versions have a higher limit for heads. No
        /// version limits trailers.
        private static let maximumHeadBytes = 256 * 1024

        init(to prepared: CurlPreparedRequest, memory: CurlMemory, budget: BodyBudget) {
            self.prepared = prepared
            body = CurlBody(limit: prepared.request.bodyLimit, memory: memory, budget: budget)
        }

        // MARK: - Receiving

        /// Checks a line of a head, or a part of a long line, before libcurl reads it. See
        /// ``CurlLibrary/trustsFieldLines``.
        ///
        /// - Throws: `TernError` with code `.malformedResponse` for a folded line.
        func willReadHeadLine(_ bytes: UnsafeRawBufferPointer) throws(TernError) {
            defer { isInsideHeadLine = bytes.last != UInt8(ascii: "\n") }
            if !isInsideHeadLine, let first = bytes.first, first.isBlank { throw HeadLine.malformed(.folded) }
        }

        /// - Parameter isHTTP2: Whether the connection uses HTTP/2. Evaluated only for a status line with HTTP/2.
        /// - Returns: Whether the line completes the final head.
        /// - Throws: `TernError` with code `.malformedResponse`, also if the heads exceed their limit.
        func takeHeadLine(
            _ bytes: UnsafeRawBufferPointer,
            isHTTP2: @autoclosure () -> Bool
        ) throws(TernError) -> Bool {
            headBytes += bytes.count
            guard headBytes <= Self.maximumHeadBytes else {
                throw HeadLine.malformed("The response's head exceeds the limit of \(Self.maximumHeadBytes) bytes.")
            }
            return try head.take(bytes, isHTTP2: isHTTP2())
        }

        /// Begins the content, after the final head.
        ///
        /// - Throws: `TernError` if the engine can't decode it, or if its announced length exceeds the limit of the
        ///   request.
        func beginContent() throws(TernError) {
            let isRedirect = Redirect.isFollowed(head.statusCode, hasLocation: head.hasLocation, under: prepared.hop)
            let isDecoded = head.isEncoded && prepared.decodesBody && hasBody && !isRedirect
            let codings = isDecoded ? head.headers.values(for: "Content-Encoding") : []
            content = Content(
                chunks: head.isChunked && hasBody ? ChunkedDecoder() : nil,
                decoder: isDecoded ? try ContentDecoder(contentEncoding: codings) : nil,
                isRedirect: isRedirect
            )
            let limit = prepared.request.bodyLimit
            if !isStreamed, !isRedirect, hasBody, let bytes = announcedBytes, bytes > limit {
                throw .bodyTooLarge(limit: limit, status: head.statusCode)
            }
        }

        /// Discards a piece of a redirect's body. Its length is limited.
        ///
        /// - Throws: `TernError` with code `.bodyTooLarge`.
        func discard(_ bytes: UnsafeRawBufferPointer) throws(TernError) {
            content?.bytes += Int64(bytes.count)
            let limit = Redirect.maximumBodyBytes
            if receivedBytes > Int64(limit) { throw .bodyTooLarge(limit: limit, status: head.statusCode) }
        }

        /// Collects a piece of the body without its codings, or delivers it to its reader.
        ///
        /// - Returns: Whether the reader accepts more bytes at once.
        /// - Throws: `TernError` with code `.bodyTooLarge`.
        func take(_ bytes: UnsafeRawBufferPointer) throws(TernError) -> Bool {
            content?.bytes += Int64(bytes.count)
            return try body.take(bytes, of: announcedBytes, status: head.statusCode)
        }

        /// - Throws: `TernError` with code `.malformedResponse` if the content isn't complete.
        func finish() throws(TernError) {
            if content?.chunks?.isComplete == false {
                throw HeadLine.malformed("The response's chunked body has no end.")
            }
            try content?.decoder?.finish()
        }

        // MARK: - What the response is

        /// Whether the final head is complete.
        var hasHead: Bool { head.isComplete }

        /// Whether no byte of the final response has been received.
        var isEmpty: Bool { headBytes == 0 || head.isAfterInformational }

        var hasBody: Bool { head.statusCode != 204 && head.statusCode != 304 && prepared.request.method != .head }

        /// Whether a body of at least one byte follows the head.
        var hasContent: Bool { hasBody && head.length != 0 }

        /// Whether the connection, or the HTTP/2 stream, is the only end of the body (RFC 9112, section 6.3).
        var hasNoLength: Bool { hasBody && head.length == nil && !head.isChunked }

        /// Whether the transfer coding overrides a Content-Length, or HTTP/1.0 has none (RFC 9112, sections 6.1 and
        /// 6.3). The start of the next response on the connection is then uncertain.
        var hasUncertainEnd: Bool { hasBody && head.isChunked && (head.length != nil || head.version == .http10) }

        /// Whether the caller receives the response at its head, and streams the body.
        var isStreamed: Bool { !prepared.request.delivery.isCollected && !isRedirect }

        var isRedirect: Bool { content?.isRedirect == true }

        /// Whether received bytes wait to be decoded.
        var hasMore: Bool { content?.decoder?.hasMore == true }

        var receivedBytes: Int64 { content?.bytes ?? 0 }

        /// The announced length of the body. `nil` if it is unknown: the announced length of an encoded body isn't its
        /// decoded length.
        var announcedBytes: Int? { content?.decoder == nil && !head.isChunked ? head.length : nil }

        func result(_ body: Response.Body, _ metrics: Response.Metrics) -> CurlResult {
            var metrics = metrics
            let chunks = content?.chunks
            // Newer libcurl versions also count the framing of chunks.
            if let chunks { metrics.receivedBodyBytes = chunks.bodyBytes }
            let trailers = chunks?.trailers ?? head.trailers
            return CurlResult(head, body, isDecoded: content?.decoder != nil, trailers: trailers, metrics)
        }
    }
#endif
