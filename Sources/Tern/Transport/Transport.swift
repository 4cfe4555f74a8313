import Foundation

/// Sends one request and brings back its answer: the seam between Tern and a network engine.
///
/// A provider uses one transport for all its requests. Pass the same one to several providers to share connections:
///
/// ```swift
/// let transport = URLSessionTransport()
/// let github = Provider<GitHub>(transport: transport)
/// let gists = Provider<Gists>(transport: transport)
/// ```
///
/// To write one, send `urlRequest` as it is, collect the body up to `maximumBodyBytes`, and keep four rules:
///
/// 1. Return every HTTP answer, whatever its status; judging it is the pipeline's.
/// 2. When the task is cancelled, end the exchange and throw `CancellationError`, soon.
/// 3. Never follow a redirect with credentials to another origin, nor from https to http.
/// 4. Throw what went wrong as a `TernError` with its code, or as an `URLError`, whose codes Tern maps. Anything else
///    reaches the caller as `.transportFailed`.
///
/// In a test, a transport is a few lines:
///
/// ```swift
/// struct EchoTransport: Transport {
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         TransportResponse(statusCode: 200, body: request.urlRequest.httpBody ?? Data())
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The answer to a request.
    nonisolated(nonsending) func send(_ request: TransportRequest) async throws -> TransportResponse
}

extension Transport where Self == URLSessionTransport {
    /// The engine of this platform; a new one each time, with connections of its own.
    public static var platform: URLSessionTransport { URLSessionTransport() }
}

/// What a transport has to send, and how the answer is to be delivered.
public struct TransportRequest: Sendable {
    /// Method, URL, fields and body. Checked: an http or https URL, and no field that would break the message.
    public var urlRequest: URLRequest

    /// The largest body to collect, in bytes after content decoding. A larger one ends the exchange and throws
    /// `TernError.Code.bodyTooLarge`.
    public var maximumBodyBytes: Int

    /// Is told of bytes sent and received, if anybody asked for it.
    public var progress: ProgressHandler?

    public init(
        urlRequest: URLRequest,
        maximumBodyBytes: Int = ProviderConfiguration.defaultMaximumBodyBytes,
        progress: ProgressHandler? = nil
    ) {
        self.urlRequest = urlRequest
        self.maximumBodyBytes = maximumBodyBytes
        self.progress = progress
    }
}

/// An answer as a transport delivers it.
public struct TransportResponse: Sendable {
    public var statusCode: Int
    public var headers: HTTPHeaders
    public var body: Data
    /// The URL that answered, if redirects led away from that of the request.
    public var url: URL?

    public init(statusCode: Int, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
        self.url = url
    }
}

extension TernError {
    /// The body is, or is announced to be, larger than may be collected.
    static func bodyTooLarge(limit: Int) -> TernError {
        TernError(.bodyTooLarge, reason: "The body is larger than the limit of \(limit) bytes.")
    }
}
