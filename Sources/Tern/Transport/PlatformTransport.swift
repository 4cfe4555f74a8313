/// The engine of this platform: `URLSession` on Apple platforms, libcurl on Linux.
///
/// Where libcurl is missing or older than 7.68, it is `URLSession` on Linux too.
public struct PlatformTransport: Transport {
    private let engine: any Transport

    /// An engine with connections of its own.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if the engine can't honour `configuration`.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        #if os(Linux)
            engine =
                if CurlLibrary.isAvailable {
                    try CurlTransport(configuration)
                } else {
                    try URLSessionTransport(configuration)
                }
        #else
            engine = try URLSessionTransport(configuration)
        #endif
    }

    init() {
        #if os(Linux)
            engine = (try? CurlTransport()) ?? URLSessionTransport()
        #else
            engine = URLSessionTransport()
        #endif
    }

    nonisolated(nonsending) public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await engine.send(request)
    }
}

extension Transport where Self == PlatformTransport {
    /// The engine of this platform as it is by default; a new one each time, with connections of its own.
    public static var platform: PlatformTransport { PlatformTransport() }

    /// The engine of this platform, configured; a new one each time, with connections of its own.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if the engine can't honour `configuration`.
    public static func platform(_ configuration: TransportConfiguration) throws(TernError) -> PlatformTransport {
        try PlatformTransport(configuration)
    }
}
