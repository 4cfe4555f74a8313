import CTern

/// A content coding that can be decoded (RFC 9110, section 8.4.1).
package enum ContentCoding: CaseIterable {
    case gzip
    case deflate
    case brotli

    /// Returns `nil` if the coding is unknown, or its library isn't installed.
    ///
    /// - Parameter name: The name of the coding. Case doesn't matter.
    init?(_ name: some StringProtocol) {
        let name = name.lowercased()
        guard let coding = Self.allCases.first(where: { $0.names.contains(name) }), coding.isAvailable else {
            return nil
        }
        self = coding
    }

    /// The names of the coding. The first one is used in `Accept-Encoding`.
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

    /// The `Accept-Encoding` field with all available codings. `nil` if none is available.
    package static let acceptField: String? = {
        let names = allCases.filter(\.isAvailable).compactMap(\.names.first)
        return names.isEmpty ? nil : "Accept-Encoding: " + names.joined(separator: ", ")
    }()
}
