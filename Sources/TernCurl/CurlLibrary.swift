#if os(Linux)
    import TernHTTP
    import CTern

    /// The libcurl that is loaded in this process: its version and features.
    package enum CurlLibrary {
        /// The error of every transport if libcurl can't be used. `nil` if it can: it is loaded, initialized, and version
        /// 7.68 or later.
        static let failure: TernError? = {
            let isComplete = tern_curl_load()
            let info = tern_curl_version_info()
            if let failure = failure(with: name, info?.pointee.version_num, isComplete: isComplete) { return failure }
            // libcurl must be initialized once. Swift initializes a `static` once, with any number of threads.
            let error = tern_curl_global_init(everything)
            guard error == 0 else { return unusable("\(name) can't be initialized (error \(error)).") }
            // Other handles of this process log frames only if they are verbose themselves.
            _ = tern_curl_global_trace("http/2")
            return nil
        }()

        /// The loaded libcurl for error texts, such as `libcurl 7.88.1`.
        static let name: String = {
            _ = tern_curl_load()
            return tern_curl_version_info().map { "libcurl \(String(cString: $0.pointee.version))" } ?? "libcurl"
        }()

        /// The TLS library of libcurl for error texts, such as `OpenSSL/3.0.19`. `nil` if libcurl has no TLS.
        static let tlsName: String? =
            has(.tls) ? tern_curl_version_info()?.pointee.ssl_version.map { String(cString: $0) } : nil

        /// Whether a TLS library is OpenSSL or one of its forks. libcurl reads PKCS #12 with no other.
        static func isOpenSSL(_ tlsName: String) -> Bool {
            ["OpenSSL", "LibreSSL", "BoringSSL", "AWS-LC", "quictls"].contains(where: tlsName.hasPrefix)
        }

        /// libcurl with its TLS library for error texts, if that isn't OpenSSL.
        static let nameWithOtherTLS: String? =
            tlsName.flatMap { isOpenSSL($0) ? nil : "\(name) with \($0)" }

        /// - Parameters:
        ///   - name: The library with its version.
        ///   - version: The encoded version. `nil` if there is no library.
        ///   - isComplete: Whether the library has all functions that the engine calls.
        /// - Returns: The error with code `.transportFailed`, or `nil` if the library can be used.
        package static func failure(with name: String, _ version: UInt32?, isComplete: Bool) -> TernError? {
            guard let version else {
                return unusable("libcurl.so.4 can't be loaded: Tern needs libcurl 7.68 or later.")
            }
            if version < 0x07_44_00 { return unusable("\(name) is too old: Tern needs 7.68 or later.") }
            return isComplete ? nil : unusable("\(name) lacks a function that Tern needs.")
        }

        private static func unusable(_ reason: String) -> TernError {
            let advice = "Install another libcurl, or give the provider another transport."
            return TernError(.transportFailed, reason: reason, advice: advice)
        }

        package static var isAvailable: Bool { failure == nil }

        /// The version as libcurl encodes it, such as `0x07_58_01` for 7.88.1. 0 if libcurl can't be used.
        package static let version: UInt32 = isAvailable ? tern_curl_version_info().pointee.version_num : 0

        /// Whether each line of a head must be checked before libcurl reads it, since a reused handle isn't safe with
        /// some heads (7.83 to 8.1, libcurl issue 11101).
        static let trustsFieldLines = (0x07_53_00..<0x08_02_00).contains(version)

        /// Whether libcurl has a callback before it sends a request, for the first time or again (7.80). Without it,
        /// every request uses a new connection.
        static let asksBeforeSending = version >= 0x07_50_00

        /// Whether a second request can be sent on an HTTP/2 connection without TLS (8.0). Earlier versions of libcurl
        /// send the connection's preface again, which the server rejects.
        static let reusesCleartextHTTP2 = version >= 0x08_00_00

        /// Whether libcurl counts the bytes of a request that it has sent (not in 8.7.0 and 8.7.1, see curl's commit
        /// 8482ce53dd).
        static let countsSentBytes = !(0x08_07_00..<0x08_08_00).contains(version)

        /// Whether libcurl passes the head and the first part of the body to TLS together, and counts none of these
        /// bytes as sent until TLS has taken all of them (8.7).
        static let sendsBodyWithHead = version >= 0x08_07_00

        /// Whether libcurl writes percent-encodings in a URL with capital letters (8.17 or later; 8.16 doesn't).
        static let normalizesTargets = version > 0x08_10_00

        /// Whether libcurl takes the end of an HTTP/2 connection for the end of a body, if it ends the connection itself
        /// because of a frame that isn't valid (before 8.1).
        static let endsBodiesWithConnections = version < 0x08_01_00

        /// Whether libcurl uses its compiled-in CAPATH and CAINFO in place of ones that are unset (8.21 and 8.22).
        static let replacesUnsetRoots = (0x08_15_00..<0x08_17_00).contains(version)

        static func has(_ feature: Feature) -> Bool {
            isAvailable && tern_curl_version_info().pointee.features & (1 << feature.rawValue) != 0
        }

        /// Bits of `curl_version_info_data.features`.
        enum Feature: Int32 {
            case tls = 2
            case http2 = 16
            case unixSockets = 19
            case httpsProxy = 21
        }

        /// `CURL_GLOBAL_ALL`.
        private static let everything = 3
    }
#endif
