#if os(Linux)
    import Foundation

    /// One request on its way to the engine's thread, with all that can be prepared before: that thread works for all
    /// requests, this for one.
    final class CurlSubmission: Sendable {
        let id: Int
        let request: TransportRequest
        let deadline: Deadline?

        let url: String
        let isSecure: Bool
        let mayUseHTTP2: Bool
        let requiresHTTP2: Bool
        /// Whether the connection of the sending before was lost, so that this one needs a new one.
        let isAfterLoss: Bool
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

        init(
            _ id: Int,
            _ request: TransportRequest,
            until deadline: Deadline?,
            isAfterLoss: Bool,
            _ configuration: TransportConfiguration
        ) {
            self.id = id
            self.request = request
            self.deadline = deadline
            relay = ProgressRelay(for: request)
            let url = request.urlRequest.url
            var named = request.urlRequest.allHTTPHeaderFields ?? [:]
            cookies = configuration.cookies == .inMemory ? Self.takeCookies(from: &named) : nil
            self.url = url?.absoluteString ?? ""
            isSecure = url?.scheme?.lowercased() == "https"
            mayUseHTTP2 =
                switch configuration.httpVersions {
                case .http1: false
                case .negotiated: isSecure
                case .http2: true
                }
            requiresHTTP2 = configuration.httpVersions == .http2
            self.isAfterLoss = isAfterLoss
            method = request.urlRequest.httpMethod ?? "GET"
            // "Name;" is how libcurl is told of a field without a value; "Name:" would remove it, blanks after it or not.
            var fields = named.map { name, value in
                value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                    ? "\(name);" : "\(name): \(value)"
            }
            // A range is one of the encoded body, and can't be decoded by itself.
            let namesCoding = named.keys.contains { name in
                name.isEqualIgnoringASCIICase(to: "Accept-Encoding") || name.isEqualIgnoringASCIICase(to: "Range")
            }
            // Not libcurl's own option, with which it would decode.
            let acceptField = configuration.decompresses && !namesCoding ? ContentCoding.acceptField : nil
            if let acceptField { fields.append(acceptField) }
            decodesBody = acceptField != nil
            // Without this libcurl asks before it sends more than a megabyte, and waits a second for an answer.
            if request.hasBody { fields.append("Expect:") }
            self.fields = fields
            idleTimeout = Self.idleTimeout(of: request.urlRequest, configuration)
        }

        /// Removes the `Cookie` field. Without a value, there is nothing to send of it.
        private static func takeCookies(from fields: inout [String: String]) -> String? {
            guard let name = fields.keys.first(where: { $0.isEqualIgnoringASCIICase(to: "Cookie") }) else { return nil }
            let value = fields.removeValue(forKey: name)?.trimmingCharacters(in: .whitespaces)
            return value?.isEmpty == false ? value : nil
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

        /// `URLRequest.timeoutInterval`, which counts silence, or the transport's own; for ever if it is not a time.
        private static func idleTimeout(of request: URLRequest, _ configuration: TransportConfiguration) -> Duration {
            let seconds = request.timeoutInterval
            // Foundation's default.
            if seconds == 60 { return min(configuration.idleTimeout, longestIdleTimeout) }
            let isTime = seconds > 0 && seconds < 1e9
            return isTime ? .milliseconds(Int64((seconds * 1_000).rounded(.up))) : longestIdleTimeout
        }

        private static let longestIdleTimeout = Duration.seconds(1e9)
    }

    extension TransportRequest {
        var hasBody: Bool { urlRequest.httpBody != nil || bodySource != nil }
    }
#endif
