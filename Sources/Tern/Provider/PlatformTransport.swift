/// The default transport of the platform: `URLSessionTransport` on Apple platforms, `CurlTransport` on Linux.
///
/// ``description`` names the engine.
public struct PlatformTransport: Transport {
    #if os(Linux)
        typealias Engine = CurlTransport
    #else
        typealias Engine = URLSessionTransport
    #endif

    private let engine: Result<Engine, TernError>

    /// Creates an engine with its own connections.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the engine doesn't support `configuration`. On
    ///   Linux, with code `.transportFailed` if libcurl is missing, older than 7.68, or lacks a function; the error
    ///   names the version that was found and the one that is needed.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        engine = .success(try Engine(configuration))
    }

    /// - Parameter engine: The engine, or the reason why there is none, with which each call fails.
    init(engine: Result<Engine, TernError>) {
        self.engine = engine
    }

    public func send(_ request: Request, hop: Hop) async throws -> Response {
        try await engine.get().send(request, hop: hop)
    }

    public func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        (try? engine.get())?.decodesResponse(to: request, with: headers) ?? false
    }
}

extension PlatformTransport: CustomStringConvertible, TextReflectable {
    /// The name of the engine. If there is none, the reason.
    public var description: String {
        switch engine {
        case .success(let engine): "\(type(of: engine))"
        case .failure(let error): "no engine: \(error.reason)"
        }
    }
}

extension Transport where Self == PlatformTransport {
    /// A new transport for this platform with the default configuration and its own connections.
    ///
    /// If libcurl can't be used on Linux, each call fails with the error of ``platform(_:)``.
    public static var platform: PlatformTransport {
        PlatformTransport(
            engine: Result { () throws(TernError) in try PlatformTransport.Engine(TransportConfiguration()) }
        )
    }

    /// A new transport for this platform with this configuration and its own connections.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the engine doesn't support `configuration`. On
    ///   Linux, with code `.transportFailed` if libcurl can't be used: see ``PlatformTransport/init(_:)``.
    public static func platform(_ configuration: TransportConfiguration) throws(TernError) -> PlatformTransport {
        try PlatformTransport(configuration)
    }
}
