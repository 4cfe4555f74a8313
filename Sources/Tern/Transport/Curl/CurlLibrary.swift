#if os(Linux)
    import CTernCurl

    /// The libcurl of this process.
    enum CurlLibrary {
        /// Whether libcurl is there, with all that the engine needs (7.68). Setting it up once is thread-safe by `static`.
        static let isAvailable: Bool =
            tern_curl_load() && tern_curl_version_info().pointee.version_num >= 0x07_44_00
            && tern_curl_global_init(everything) == 0

        /// `CURL_GLOBAL_ALL`.
        private static let everything = 3
    }

    /// Numbers of libcurl's stable interface that the engine uses.
    enum CurlOption {
        static let writeData: Int32 = 10_001
        static let url: Int32 = 10_002
        static let readData: Int32 = 10_009
        static let errorBuffer: Int32 = 10_010
        static let httpHeader: Int32 = 10_023
        static let headerData: Int32 = 10_029
        static let customRequest: Int32 = 10_036
        static let progressData: Int32 = 10_057
        static let acceptEncoding: Int32 = 10_102
        static let seekData: Int32 = 10_168
        static let writeFunction: Int32 = 20_011
        static let readFunction: Int32 = 20_012
        static let headerFunction: Int32 = 20_079
        static let seekFunction: Int32 = 20_167
        static let progressFunction: Int32 = 20_219
        static let bodySize: Int32 = 30_115
        static let noProgress: Int32 = 43
        static let noBody: Int32 = 44
        static let upload: Int32 = 46
        static let httpVersion: Int32 = 84
        static let noSignal: Int32 = 99
        static let connectTimeoutMilliseconds: Int32 = 156
        static let protocols: Int32 = 181
        static let allowsHTTP09: Int32 = 285
    }
#endif
