#if os(Linux)
    import TernHTTP
    import Foundation

    /// A request, and everything that can be prepared for it on the caller's thread. The engine's thread serves all
    /// requests, so it does as little as possible for each.
    final class CurlPreparedRequest: Sendable {
        let id: Int
        let request: Request
        let hop: Hop

        let url: String
        let isSecure: Bool
        let mayUseHTTP2: Bool
        let requiresHTTP2: Bool
        let method: String
        /// The field lines in libcurl's format.
        let fields: [String]
        /// The request's own cookies, if libcurl sends them in one field with the cookies that it keeps.
        let cookies: String?
        /// Whether the engine decodes the body. `false` if the request itself chooses the codings.
        let decodesBody: Bool

        let idleTimeout: Duration
        let relay: ProgressRelay
        private let cancellation = Locked(false)

        init(_ id: Int, _ request: Request, _ hop: Hop = Hop(), _ configuration: TransportConfiguration) {
            self.id = id
            self.request = request
            self.hop = hop
            relay = ProgressRelay(for: hop)
            let ownCookies = CurlField.cookies(request.headers.values(for: "Cookie"))
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
            var fields = request.headers.filter { !$0.isCookie }.map { CurlField.line(name: $0.name, value: $0.value) }
            if let ownCookies, !keepsCookies { fields.append("Cookie: \(ownCookies)") }
            // The field is sent instead of setting libcurl's option, which would also make libcurl decode the body.
            let acceptField = configuration.decodesResponse(to: request) ? ContentCoding.acceptField : nil
            if let acceptField { fields.append(acceptField) }
            decodesBody = acceptField != nil
            // Without this, libcurl sends `Expect: 100-continue` with a body above 1 MiB, and waits a second for the
            // response.
            if request.body != nil { fields.append("Expect:") }
            self.fields = fields
            idleTimeout = min(max(.zero, request.idleTimeout ?? configuration.idleTimeout), Self.longestIdleTimeout)
        }

        /// Whether the caller's task is cancelled.
        var isCancelled: Bool { cancellation.withLock(\.self) }

        /// Records that the caller's task is cancelled.
        func cancel() {
            cancellation.withLock { $0 = true }
        }

        /// Path and query of the URL, if they have a percent-encoding with a small letter, such as `%2f`. Otherwise `nil`.
        var targetWithSmallEncoding: String? {
            guard hasSmallEncoding, let end = url.range(of: "://")?.upperBound,
                let start = url[end...].firstIndex(where: { "/?#".contains($0) })
            else { return nil }
            let target = url[start...].prefix { $0 != "#" }
            return target.hasPrefix("/") ? String(target) : "/\(target)"
        }

        private var hasSmallEncoding: Bool {
            var rest = url.utf8[...]
            while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
                rest = rest[percent...].dropFirst()
                if rest.prefix(2).contains(where: { $0 >= UInt8(ascii: "a") }) { return true }
            }
            return false
        }

        /// Scheme, host and port of the URL.
        var origin: Origin { Origin(request.url) }

        /// Runs `action`, which resumes the caller's task, after all progress updates.
        ///
        /// For a cancelled task it runs on a global queue instead of the engine's thread. Resuming waits until the
        /// task's cancellation handlers have returned. The caller may have installed some of these handlers. They may
        /// take long, or wait for another exchange.
        func resume(_ action: @escaping @Sendable () -> Void) {
            guard isCancelled else { return relay.afterAll(action) }
            DispatchQueue.global().async { [relay] in relay.afterAll(action) }
        }

        private static let longestIdleTimeout = Duration.seconds(1e9)
    }
#endif
