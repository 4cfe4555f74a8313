import Foundation

/// The default transport of the platform: `URLSessionTransport` on Apple platforms, `CurlTransport` on Linux.
///
/// If libcurl is missing or older than 7.68 on Linux, it falls back to `URLSessionTransport`. ``description`` names the
/// engine in use. The first transport of a process that falls back writes a line to standard error.
public struct PlatformTransport: Transport {
    private let engine: Result<any Transport, TernError>

    /// Why the transport fell back to another engine. `nil` if it didn't.
    private let fallbackReason: String?

    /// Creates an engine with its own connections.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the engine doesn't support `configuration`.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        fallbackReason = Self.fallbackReason
        engine = .success(try Self.engine(configuration, fallbackReason: fallbackReason))
    }

    /// If the engine can't be created, each call fails with the reason. Only a missing or old libcurl causes a fallback
    /// to `URLSessionTransport`, because `CurlTransport` avoids its defects on Linux.
    init(
        configuration: TransportConfiguration = TransportConfiguration(),
        fallbackReason: String? = PlatformTransport.fallbackReason
    ) {
        engine = Result { () throws(TernError) in
            try Self.engine(configuration, fallbackReason: fallbackReason)
        }
        self.fallbackReason = fallbackReason
    }

    public func send(_ request: Request, hop: Hop) async throws -> Response {
        if fallbackReason != nil { _ = Self.reportOnce }
        return try await engine.get().send(request, hop: hop)
    }

    public func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        (try? engine.get())?.decodesResponse(to: request, with: headers) ?? false
    }

    // MARK: - Private

    static var fallbackReason: String? {
        #if os(Linux)
            CurlLibrary.problem
        #else
            nil
        #endif
    }

    private static func engine(
        _ configuration: TransportConfiguration,
        fallbackReason: String?
    ) throws(TernError) -> any Transport {
        #if os(Linux)
            if fallbackReason == nil { return try CurlTransport(configuration) }
        #endif
        do throws(TernError) {
            return try URLSessionTransport(configuration)
        } catch {
            guard let fallbackReason else { throw error }
            let reason = "\(error.reason) The engine is URLSessionTransport, since CurlTransport can't be used: "
            let advice = "Install a libcurl that Tern can use, or change the TransportConfiguration."
            throw TernError(error.code, reason: reason + fallbackReason, advice: advice, underlying: error.underlying)
        }
    }

    /// A `static`, so that the line is written once per process.
    private static let reportOnce: Void = {
        FileHandle.standardError.write(Data("Tern uses \(PlatformTransport().description)\n".utf8))
    }()
}

extension PlatformTransport: CustomStringConvertible, TextReflectable {
    /// The name of the engine, and the reason of a fallback.
    public var description: String {
        switch engine {
        case .success(let engine):
            let name = "\(type(of: engine))"
            return fallbackReason.map { "\(name), since CurlTransport can't be used: \($0)" } ?? name
        case .failure(let error):
            return "no engine: \(error.reason)"
        }
    }
}

extension Transport where Self == PlatformTransport {
    /// A new transport for this platform with the default configuration and its own connections.
    public static var platform: PlatformTransport { PlatformTransport() }

    /// A new transport for this platform with this configuration and its own connections.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the engine doesn't support `configuration`.
    public static func platform(_ configuration: TransportConfiguration) throws(TernError) -> PlatformTransport {
        try PlatformTransport(configuration)
    }
}
