#if os(Linux)
    import TernHTTP
    import CTern

    extension Response.Metrics {
        /// The metrics of the handle's transfer, as libcurl measured them.
        init(of easy: tern_curl_easy) {
            let isReused = Self.number(CurlInfo.newConnections, of: easy) == 0
            let firstByte = Self.time(CurlInfo.firstByteTime, of: easy)
            let tls = Self.time(CurlInfo.tlsTime, of: easy)
            self.init(
                nameLookup: isReused ? nil : Self.time(CurlInfo.nameLookupTime, of: easy),
                connect: isReused ? nil : Self.time(CurlInfo.connectTime, of: easy),
                tls: isReused || tls == .zero ? nil : tls,
                firstByte: firstByte,
                // While the body is being received, libcurl's total time is too small.
                total: max(firstByte, Self.time(CurlInfo.totalTime, of: easy)),
                sentBodyBytes: Self.offset(CurlInfo.uploadedBytes, of: easy),
                receivedBodyBytes: Self.offset(CurlInfo.downloadedBytes, of: easy),
                protocolName: Self.protocolName(Self.number(CurlInfo.httpVersion, of: easy)),
                remoteAddress: Self.text(CurlInfo.primaryAddress, of: easy),
                remotePort: Self.number(CurlInfo.primaryPort, of: easy),
                isConnectionReused: isReused
            )
        }

        private static func time(_ info: Int32, of easy: tern_curl_easy) -> Duration {
            .microseconds(offset(info, of: easy))
        }

        private static func offset(_ info: Int32, of easy: tern_curl_easy) -> Int64 {
            var value: Int64 = 0
            tern_curl_get_offset(easy, info, &value)
            return value
        }

        private static func number(_ info: Int32, of easy: tern_curl_easy) -> Int {
            var value = 0
            tern_curl_get_long(easy, info, &value)
            return value
        }

        private static func text(_ info: Int32, of easy: tern_curl_easy) -> String? {
            var value: UnsafePointer<CChar>?
            tern_curl_get_string(easy, info, &value)
            return value.map { String(cString: $0) }
        }

        /// The ALPN name for a `CURL_HTTP_VERSION_…` number.
        private static func protocolName(_ number: Int) -> String? {
            switch number {
            case 1: "http/1.0"
            case 2: "http/1.1"
            case 3...5: "h2"
            case 30...31: "h3"
            default: nil
            }
        }
    }
#endif
