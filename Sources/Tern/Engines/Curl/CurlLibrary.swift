#if os(Linux)
    import CTernCurl

    /// The libcurl of this process, and what it can do.
    enum CurlLibrary {
        /// Why libcurl can't be used; `nil` where it can, with all that the engine can't do without (7.68).
        static let problem: String? = {
            guard tern_curl_load(), let version = tern_curl_version_info() else {
                return "libcurl.so.4 can't be loaded."
            }
            guard version.pointee.version_num >= 0x07_44_00 else {
                return "libcurl \(String(cString: version.pointee.version)) is older than 7.68."
            }
            // Set up once; a `static` sees to that on any number of threads.
            let error = tern_curl_global_init(everything)
            return error == 0 ? nil : "libcurl can't be set up (error \(error))."
        }()

        static var isAvailable: Bool { problem == nil }

        /// As libcurl writes it, such as `0x07_58_01` for 7.88.1. 0 if there is no libcurl.
        static let version: UInt32 = isAvailable ? tern_curl_version_info().pointee.version_num : 0

        /// Whether a handle that is used again reads freed memory where the first field of a response begins with a blank
        /// (from 7.83 until 8.2, libcurl issue 11101). So each line must be checked before libcurl reads it.
        static let trustsFieldLines = (0x07_53_00..<0x08_02_00).contains(version)

        /// Whether libcurl asks before it sends a request, the first time and again (7.80).
        static let asksBeforeSending = version >= 0x07_50_00

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
