import Foundation

/// One HTTP request. The request closure makes it, plugins may change it, and a transport sends it.
///
/// ```swift
/// var request = Request(url: url, method: .put, headers: ["Accept": "application/json"])
/// request.body = try .file(picture)
/// request.timeout = .seconds(30)
/// ```
///
/// `URLRequest(request)` and `Request(urlRequest)` convert to and from Foundation's type.
public struct Request: Sendable {
    /// The destination of the response's body.
    @nonexhaustive
    public enum Delivery: Sendable, Hashable {
        /// The body is collected in memory, up to `limit` bytes after content decoding. `nil` for the provider's limit,
        /// or 64 MiB without a provider. A larger body ends the exchange with `TernError.Code.bodyTooLarge`.
        case collected(limit: Int? = nil)
        /// The body is written to a file by the rules of the destination, if the target's validation accepts the
        /// response: the complete body atomically replaces an existing file, or an interrupted download is continued, or
        /// the server names the file. If the response isn't accepted, the first MiB of its body is collected in memory
        /// for the error.
        case download(Request.DownloadDestination)
        /// The body is delivered to the reader of ``Response/stream`` as it arrives. The transport returns the response
        /// as soon as it has received the head. If the response isn't accepted, the first MiB of its body is collected
        /// in memory for the error.
        case streamed

        /// The limit of a collected body without a provider: 64 MiB.
        package static let defaultLimit = 64 * 1024 * 1024

        /// The file to write. `nil` for a body that isn't written to a file.
        package var destination: Request.DownloadDestination? {
            if case .download(let destination) = self { destination } else { nil }
        }

        /// Whether the body goes into memory.
        public var isCollected: Bool {
            if case .collected = self { true } else { false }
        }
    }

    /// ``HTTPMethod/get`` by default.
    public var method: HTTPMethod {
        get { storage.value.method }
        _modify {
            storage.value.hasCheckedFields = false
            yield &storage.value.method
        }
    }

    /// An absolute http or https URL. Tern checks it before it sends the request.
    public var url: URL {
        get { storage.value.url }
        _modify {
            storage.value.hasCheckedURL = false
            yield &storage.value.url
        }
    }

    /// The header fields. Tern checks them before it sends the request: a name must be a token, a value must have no
    /// control character but tabs.
    public var headers: HTTPHeaders {
        get { storage.value.headers }
        _modify {
            storage.value.hasCheckedFields = false
            yield &storage.value.headers
        }
    }

    /// `nil`, the default, for a request without content.
    public var body: RequestBody? {
        get { storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// ``Delivery/collected(limit:)`` with the provider's limit by default.
    public var delivery: Delivery {
        get { storage.value.delivery }
        set { storage.value.delivery = newValue }
    }

    /// The longest time that the exchange may take, with redirects and the response's body. After this time the call
    /// fails with `.timedOut`. If the time isn't positive, the call fails at once. The time begins after the plugins.
    ///
    /// `nil` by default. The target and the transport may have limits, too; the shortest limit applies.
    public var timeout: Duration? {
        get { storage.value.timeout }
        set { storage.value.timeout = newValue }
    }

    /// The longest time without a sent or received byte, after which the call fails with `.timedOut`. `nil`, the
    /// default, for the idle timeout of the transport.
    public var idleTimeout: Duration? {
        get { storage.value.idleTimeout }
        set { storage.value.idleTimeout = newValue }
    }

    /// Names of fields that stay in the request when a redirect leads to another origin, in addition to the fields that
    /// are safe for any origin. Case doesn't matter. Empty by default.
    public var crossOriginHeaders: Set<String> {
        get { storage.value.crossOriginHeaders }
        set { storage.value.crossOriginHeaders = newValue }
    }

    // Not in `storage`, so that a plugin that sets an attribute doesn't copy all other values.
    /// Typed values for plugins and transports. Empty by default.
    public var attributes = RequestAttributes()

    private var storage: CopyOnWrite<Values>

    /// Creates a request. Nothing is checked before the request is sent.
    public init(url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: RequestBody? = nil) {
        storage = CopyOnWrite(Values(method: method, url: url, headers: headers, body: body))
    }
}

// MARK: - Values

extension Request {
    private struct Values: Sendable {
        var method: HTTPMethod
        var url: URL
        var headers: HTTPHeaders
        var body: RequestBody?
        var delivery = Delivery.collected()
        var timeout: Duration?
        var idleTimeout: Duration?
        var crossOriginHeaders: Set<String> = []
        var hasCheckedURL = false
        var hasCheckedFields = false
    }

    // Set to `false` before a change, so that a change that throws can't leave them `true`.

    /// Whether the URL has been checked, and hasn't changed since.
    package var hasCheckedURL: Bool { storage.value.hasCheckedURL }

    /// Whether the method and the header fields have been checked, and haven't changed since.
    package var hasCheckedFields: Bool { storage.value.hasCheckedFields }

    /// Records that URL, method and header fields have been checked.
    package mutating func markAsChecked() {
        storage.value.hasCheckedURL = true
        storage.value.hasCheckedFields = true
    }
}

// MARK: - For transports

extension Request {
    /// The largest response body to hold in memory, in bytes: the limit of ``Delivery/collected(limit:)``, or 64 MiB.
    public var bodyLimit: Int {
        if case .collected(let limit?) = delivery { limit } else { Delivery.defaultLimit }
    }

    /// Sets the limit of a collected response body, unless the request has one.
    package mutating func limitBody(to bytes: Int) {
        if case .collected(nil) = delivery { delivery = .collected(limit: bytes) }
    }

    /// Whether sending the request twice has the effect of sending it once (RFC 9110, section 9.2.2), by its method or
    /// by an `Idempotency-Key`.
    public var isIdempotent: Bool { method.isIdempotent || headers.contains("Idempotency-Key") }
}

// MARK: - Content codings

extension Request {
    /// The treatment of the content coding of a response (RFC 9110, section 8.4).
    @nonexhaustive
    public enum Decoding: Sendable, Hashable {
        /// The engine asks for the codings that it knows, and decodes them.
        case automatic
        /// The request has `Accept-Encoding: identity`, unless it has its own `Accept-Encoding`, so that a server sends
        /// the body without a coding. An interrupted download can then be continued. If the server uses a coding
        /// nevertheless, the body stays as it is received; only `URLSession` decodes it.
        case identity
        /// The body stays as it is received, and no coding is asked for. `URLSession` can't do that: with
        /// `URLSessionTransport`, the call fails with `TernError.Code.unsupportedConfiguration`.
        case none
    }

    /// The treatment of the response's content coding. ``Decoding/automatic`` by default. See ``CallOptions/decoding``.
    public var decoding: Decoding {
        get { attributes[Decoding.self] }
        set { attributes[Decoding.self] = newValue }
    }
}

extension Request.Decoding: RequestAttributeKey {
    /// The treatment of a request without another.
    public static var defaultValue: Request.Decoding { .automatic }

    public static func allowsSharing(_ value: Request.Decoding, _ other: Request.Decoding) -> Bool { value == other }
}
