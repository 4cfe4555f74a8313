import Foundation

/// The engine of this platform: `URLSession` on Apple platforms, libcurl on Linux.
///
/// Only where libcurl is missing or older than 7.68, it is `URLSession` on Linux, too. ``description`` tells which one it
/// is, and the first transport of a process that falls back writes a line to standard error.
public struct PlatformTransport: Transport {
    private let engine: Result<any Transport, TernError>

    /// Why the engine isn't the one that is meant for the platform; `nil` where it is.
    private let fallbackReason: String?

    /// An engine with connections of its own.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if the engine can't honour `configuration`.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        self.init(try Self.engine(configuration, fallbackReason: Self.fallbackReason))
    }

    init() {
        self.init(configuration: TransportConfiguration(), fallbackReason: Self.fallbackReason)
    }

    /// Where the engine can't be made, each call fails with the reason. The other engine has faults that this one is there
    /// to avoid, so it is taken only where there is a reason for that.
    init(configuration: TransportConfiguration, fallbackReason: String?) {
        do throws(TernError) {
            engine = .success(try Self.engine(configuration, fallbackReason: fallbackReason))
        } catch {
            engine = .failure(error)
        }
        self.fallbackReason = fallbackReason
    }

    public var redirectPolicy: TransportConfiguration.RedirectPolicy {
        if case .success(let engine) = engine { engine.redirectPolicy } else { .never }
    }

    public func send(_ request: Request) async throws -> Response {
        if fallbackReason != nil { _ = Self.reportOnce }
        return try await engine.get().send(request)
    }

    private init(_ engine: any Transport) {
        self.engine = .success(engine)
        fallbackReason = Self.fallbackReason
    }

    // MARK: - Private

    private static var fallbackReason: String? {
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
        return try URLSessionTransport(configuration)
    }

    /// A `static` is evaluated once in a process.
    private static let reportOnce: Void = {
        FileHandle.standardError.write(Data("Tern uses \(PlatformTransport().description)\n".utf8))
    }()
}

extension PlatformTransport: CustomStringConvertible {
    /// The name of the engine, and why it isn't the one that is meant for the platform.
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
    /// The engine of this platform as it is by default; a new one each time, with connections of its own.
    public static var platform: PlatformTransport { PlatformTransport() }

    /// The engine of this platform, configured; a new one each time, with connections of its own.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if the engine can't honour `configuration`.
    public static func platform(_ configuration: TransportConfiguration) throws(TernError) -> PlatformTransport {
        try PlatformTransport(configuration)
    }
}
