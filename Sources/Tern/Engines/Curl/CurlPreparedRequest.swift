#if os(Linux)
    import Foundation

    /// One request on its way to the engine's thread, with all that can be prepared before: that thread works for all
    /// requests, this for one.
    final class CurlPreparedRequest: Sendable {
        let id: Int
        let request: Request

        let url: String
        let isSecure: Bool
        let mayUseHTTP2: Bool
        let requiresHTTP2: Bool
        let method: String
        /// Each as libcurl wants it.
        let fields: [String]
        /// The request's own cookies, if libcurl is to send them in one field with those it keeps.
        let cookies: String?
        /// Whether the engine decodes the body; if not, it is whatever the request itself has asked for.
        let decodesBody: Bool

        let idleTimeout: Duration
        let relay: ProgressRelay
        private let isCancelled = Locked(false)

        init(_ id: Int, _ request: Request, _ configuration: TransportConfiguration) {
            self.id = id
            self.request = request
            relay = ProgressRelay(for: request)
            let ownCookies = Self.cookies(in: request.headers)
            let keepsCookies = configuration.cookies == .inMemory
            cookies = keepsCookies ? ownCookies : nil
            url = request.url.absoluteString
            isSecure = request.url.scheme?.lowercased() == "https"
            mayUseHTTP2 =
                switch configuration.httpVersions {
                case .http1: false
                case .negotiated: isSecure
                case .http2: true
                }
            requiresHTTP2 = configuration.httpVersions == .http2
            method = request.method.rawValue
            // "Name;" is how libcurl is told of a field without a value; "Name:" would remove it, blanks after it or not.
            var fields = request.headers.filter { !Self.isCookie($0) }.map { field in
                field.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                    ? "\(field.name);" : "\(field.name): \(field.value)"
            }
            if let ownCookies, !keepsCookies { fields.append("Cookie: \(ownCookies)") }
            // A range is one of the encoded body, and can't be decoded by itself.
            let namesCoding = request.headers.contains("Accept-Encoding") || request.headers.contains("Range")
            // Not libcurl's own option, with which it would decode.
            let acceptField = configuration.decompresses && !namesCoding ? ContentCoding.acceptField : nil
            if let acceptField { fields.append(acceptField) }
            decodesBody = acceptField != nil
            // Without this libcurl asks before it sends more than a megabyte, and waits a second for an answer.
            if request.body != nil { fields.append("Expect:") }
            self.fields = fields
            idleTimeout = min(max(.zero, request.idleTimeout ?? configuration.idleTimeout), Self.longestIdleTimeout)
        }

        /// The cookies of all `Cookie` fields, as they stand in one (RFC 6265, section 5.4). `nil` if there are none.
        private static func cookies(in headers: HTTPHeaders) -> String? {
            let values = headers.lazy.filter(isCookie).map { $0.value.trimmingCharacters(in: .whitespaces) }
            let cookies = values.filter { !$0.isEmpty }.joined(separator: "; ")
            return cookies.isEmpty ? nil : cookies
        }

        private static func isCookie(_ field: HTTPHeaders.Field) -> Bool {
            field.name.isEqualIgnoringASCIICase(to: "Cookie")
        }

        /// The caller's task is being cancelled.
        func cancel() {
            isCancelled.withLock { $0 = true }
        }

        /// Scheme, host and port of the URL.
        var origin: String {
            // Checked URLs have an authority.
            let authority =
                url.utf8.firstIndex(of: UInt8(ascii: ":")).map { url.utf8.index($0, offsetBy: 3) } ?? url.startIndex
            let end = url.utf8[authority...].firstIndex {
                [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
            }
            return String(url[..<(end ?? url.endIndex)]).lowercased()
        }

        /// Runs what resumes the caller's task, after all progress: not on the engine's thread where that task is being
        /// cancelled. It isn't resumed before its cancellation handlers are over, of which some are the caller's own: they
        /// may take their time, or wait for another exchange.
        func resume(_ action: @escaping @Sendable () -> Void) {
            guard isCancelled.withLock(\.self) else { return relay.afterAll(action) }
            DispatchQueue.global().async { [relay] in relay.afterAll(action) }
        }

        private static let longestIdleTimeout = Duration.seconds(1e9)
    }
#endif
