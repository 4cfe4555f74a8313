import Foundation
import Tern

/// A response of a ``LoopbackServer``.
///
/// The server adds `Content-Length`, except for 1xx, 204 and 304, which have no content. A response to HEAD has the
/// length but no body. Two fields in `headers` override this, to simulate a faulty server:
///
/// - `Content-Length` is sent as given. If it isn't the size of the body, the connection is closed after the body, like
///   a transfer that was interrupted.
/// - `Transfer-Encoding` is sent without a length, and the body is sent as it is, so it must already be encoded.
///
/// For faults, use ``failing(_:)``, ``stalling()`` or ``resetting()``; for bytes that aren't HTTP, ``verbatim(_:)``;
/// for a body in pieces, ``writing(_:)``.
public struct LoopbackResponse: Sendable, Equatable {
    /// The status code, three digits. For any other value, the server responds with status 500 and an explanation.
    public var status: Int

    /// The reason phrase. The usual phrase of the status by default.
    public var reason: String

    /// The header fields. For a name or value that can't be sent, the server responds with status 500 and an
    /// explanation.
    public var headers: HTTPHeaders

    public var body: Data

    /// Whether the server closes the connection after this response and sends `Connection: close`. `false` by default.
    /// A client that requests the end of the connection always gets it.
    public var closesConnection: Bool

    /// The informational responses (1xx) before this response. Empty by default.
    public var informational: [LoopbackResponse] = []

    /// Whether the body is sent with `Transfer-Encoding: chunked`. A `Content-Length` or `Transfer-Encoding` field
    /// overrides this.
    public var isChunked = false

    /// The trailer fields after a chunked body. Empty by default.
    public var trailers: HTTPHeaders = [:]

    /// The script that writes the rest of the body.
    var script: LoopbackScript?

    /// The fault of the response.
    var fault: LoopbackFault?

    /// Whether the server stops sending after the response, and keeps the connection open until the client closes it.
    var isStalling = false

    /// Whether the connection is reset after the response.
    var isResetting = false

    /// Whether only `body` is sent, without a head.
    var isVerbatim = false

    /// - Parameter reason: The reason phrase. `nil`, the usual phrase of the status, by default.
    public init(
        status: Int = 200,
        reason: String? = nil,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        closesConnection: Bool = false
    ) {
        self.status = status
        self.reason = reason ?? ReasonPhrase.of(status)
        self.headers = headers
        self.body = body
        self.closesConnection = closesConnection
    }

    /// This response, after which the server closes the connection.
    public func closingConnection() -> LoopbackResponse {
        var copy = self
        copy.closesConnection = true
        return copy
    }

    /// This response, after which the server sends nothing more and keeps the connection open until the client closes
    /// it.
    ///
    /// With a `Content-Length` above the size of the body, the body never ends.
    public func stalling() -> LoopbackResponse {
        var copy = self
        copy.isStalling = true
        return copy
    }

    /// This response, after which the server resets the connection (RST) instead of closing it. Bytes that the client
    /// sends at that time are lost.
    public func resetting() -> LoopbackResponse {
        var copy = self
        copy.isResetting = true
        return copy
    }

    /// This response with a fault, which replaces any earlier fault.
    ///
    /// The script of ``writing(_:)`` isn't run, unless the fault is a wrong length: a script can throw at any point
    /// instead.
    public func failing(_ fault: LoopbackFault) -> LoopbackResponse {
        var copy = self
        copy.fault = fault
        return copy
    }

    /// This response, with its body as one chunk and `trailers` after it (RFC 9112, section 7.1).
    public func chunked(trailers: HTTPHeaders = [:]) -> LoopbackResponse {
        var copy = self
        copy.isChunked = true
        copy.trailers = trailers
        return copy
    }

    /// This response after informational responses (RFC 9110, section 15.2).
    public func preceded(by informational: [LoopbackResponse]) -> LoopbackResponse {
        var copy = self
        copy.informational += informational
        return copy
    }

    /// This response, whose body continues with the bytes that `script` sends:
    ///
    /// ```swift
    /// LoopbackServer { _ in
    ///     LoopbackResponse().writing { writer in
    ///         try await writer.send("first")
    ///         try await gate.pass()
    ///         try await writer.send("second")
    ///     }
    /// }
    /// ```
    ///
    /// The body is chunked, unless a `Content-Length` or `Transfer-Encoding` field overrides this; with
    /// ``verbatim(_:)``, the bytes are sent as they are. The body is complete when the script returns. If the script
    /// throws, the connection is closed immediately. If the client disconnects, the script's task is cancelled.
    public func writing(_ script: @escaping @Sendable (LoopbackWriter) async throws -> Void) -> LoopbackResponse {
        var copy = self
        copy.script = LoopbackScript(script)
        return copy
    }
}

extension LoopbackResponse {
    /// A response with text as `text/plain; charset=utf-8`. Fields in `headers` override this.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        .data(Data(text.utf8), contentType: "text/plain; charset=utf-8", status: status, headers: headers)
    }

    /// A response with any bytes, as `application/octet-stream` by default. Fields in `headers` override this.
    public static func data(
        _ data: Data,
        contentType: String = "application/octet-stream",
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> LoopbackResponse {
        let fields: HTTPHeaders = ["Content-Type": contentType]
        return LoopbackResponse(status: status, headers: fields.merging(headers), body: data)
    }

    /// A response with a status and without a body.
    public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers)
    }

    /// Sends exactly these bytes without a head, and then closes the connection. With empty bytes, the connection is
    /// closed without a response.
    public static func verbatim(_ bytes: Data) -> LoopbackResponse {
        var response = LoopbackResponse(body: bytes, closesConnection: true)
        response.isVerbatim = true
        return response
    }
}
