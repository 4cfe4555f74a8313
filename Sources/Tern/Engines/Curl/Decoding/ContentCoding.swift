#if os(Linux)
    import CTernCurl

    /// A content coding (RFC 9110, section 8.4.1) that can be undone.
    enum ContentCoding: CaseIterable {
        case gzip
        case deflate
        case brotli

        /// `nil` if there is no such coding, or its library isn't there.
        ///
        /// - Parameter name: In any case.
        init?(_ name: some StringProtocol) {
            let name = name.lowercased()
            guard let coding = Self.allCases.first(where: { $0.names.contains(name) }), coding.isAvailable else {
                return nil
            }
            self = coding
        }

        /// The one to ask for is first.
        private var names: [String] {
            switch self {
            case .gzip: ["gzip", "x-gzip"]
            case .deflate: ["deflate"]
            case .brotli: ["br"]
            }
        }

        private var isAvailable: Bool {
            switch self {
            case .gzip, .deflate: tern_zlib_load()
            case .brotli: tern_brotli_load()
            }
        }

        func makeDecoder() -> any StreamDecoder {
            switch self {
            case .gzip: ZlibDecoder(isGzip: true)
            case .deflate: ZlibDecoder(isGzip: false)
            case .brotli: BrotliDecoder()
            }
        }

        /// The field that asks for all that can be undone; `nil` if that is nothing.
        static let acceptField: String? = {
            let names = allCases.filter(\.isAvailable).compactMap(\.names.first)
            return names.isEmpty ? nil : "Accept-Encoding: " + names.joined(separator: ", ")
        }()
    }
#endif
