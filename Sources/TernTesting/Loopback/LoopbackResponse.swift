import Foundation
import Tern

/// An answer of a ``LoopbackServer``.
///
/// `Content-Length` is written for you, except for 1xx, 204 and 304, which have no content; an answer to HEAD has
/// the length but not the body. Two fields of your own change that, to play a server that misbehaves:
///
/// - `Content-Length` is sent as given. If it isn't the size of the body, the connection is closed after the body,
///   which looks like a transfer that broke off.
/// - `Transfer-Encoding` is sent without a length, and the body as it is, so it must be encoded already.
///
/// For what goes wrong at a place of the answer there is ``failing(_:)``, for bytes that aren't even HTTP ``verbatim(_:)``,
/// for a body in pieces ``writing(_:)``, and for ends that are no good ``stalling()`` and ``resetting()``.
public struct LoopbackResponse: Sendable, Equatable {
    /// Three digits; anything else is answered as a 500 that says so.
    public var status: Int

    /// The text after the status, the usual one by default.
    public var reason: String

    /// A name or value that has no legal form on the wire is answered as a 500 that says so.
    public var headers: HTTPHeaders

    public var body: Data

    /// Whether the server closes the connection after this answer, and says so with `Connection: close`. `false` by
    /// default; a client that asks for it is granted it anyway.
    public var closesConnection: Bool

    /// What is sent before: heads with statuses of 1xx. None by default.
    public var informational: [LoopbackResponse] = []

    /// Whether the body is sent with `Transfer-Encoding: chunked`, unless a field of your own says how it is sent.
    public var isChunked = false

    /// The fields after a chunked body. None by default.
    public var trailers: HTTPHeaders = [:]

    /// What writes the rest of the body.
    var script: LoopbackScript?

    /// What goes wrong.
    var fault: LoopbackFault?

    /// Whether nothing comes after what is sent, and the connection stays open until the client closes it.
    var isStalling = false

    /// Whether the connection is reset after what is sent.
    var isResetting = false

    /// Whether `body` is all that is sent.
    var isVerbatim = false

    /// - Parameter reason: The usual text for the status if `nil`, the default.
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

    /// This answer, after which the server closes the connection.
    public func closingConnection() -> LoopbackResponse {
        var copy = self
        copy.closesConnection = true
        return copy
    }

    /// This answer, after which the server says no more and leaves the connection open until the client closes it.
    ///
    /// With a `Content-Length` above the size of the body, it is a body that never ends.
    public func stalling() -> LoopbackResponse {
        var copy = self
        copy.isStalling = true
        return copy
    }

    /// This answer, after which the connection is reset (RST) rather than closed. What the client sends at that time is
    /// lost.
    public func resetting() -> LoopbackResponse {
        var copy = self
        copy.isResetting = true
        return copy
    }

    /// This answer with a fault in it, instead of any that it has.
    ///
    /// What a script of ``writing(_:)`` would send is left out, unless the fault is a wrong length: a script can fail by
    /// itself where it likes.
    public func failing(_ fault: LoopbackFault) -> LoopbackResponse {
        var copy = self
        copy.fault = fault
        return copy
    }

    /// This answer, its body sent as one chunk, and `trailers` after it (RFC 9112, section 7.1).
    public func chunked(trailers: HTTPHeaders = [:]) -> LoopbackResponse {
        var copy = self
        copy.isChunked = true
        copy.trailers = trailers
        return copy
    }

    /// This answer, after informational ones (RFC 9110, section 15.2).
    public func preceded(by informational: [LoopbackResponse]) -> LoopbackResponse {
        var copy = self
        copy.informational += informational
        return copy
    }

    /// This answer, whose body goes on with what `script` sends, at its own pace:
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
    /// The body is chunked, unless a `Content-Length` or `Transfer-Encoding` of your own says otherwise; with
    /// ``verbatim(_:)`` bytes are sent as they are. It is complete when the script returns; if the script throws, the
    /// connection is closed there and then. When the client goes away, the script's task is cancelled.
    public func writing(_ script: @escaping @Sendable (LoopbackWriter) async throws -> Void) -> LoopbackResponse {
        var copy = self
        copy.script = LoopbackScript(script)
        return copy
    }
}

extension LoopbackResponse {
    /// Text as `text/plain; charset=utf-8`. Fields in `headers` win.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        .data(Data(text.utf8), contentType: "text/plain; charset=utf-8", status: status, headers: headers)
    }

    /// Any bytes, as `application/octet-stream` by default. Fields in `headers` win.
    public static func data(
        _ data: Data,
        contentType: String = "application/octet-stream",
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> LoopbackResponse {
        let fields: HTTPHeaders = ["Content-Type": contentType]
        return LoopbackResponse(status: status, headers: fields.merging(headers), body: data)
    }

    /// A status without a body.
    public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: headers)
    }

    /// Exactly these bytes, no head before them, and then the end of the connection. Empty bytes hang up without an
    /// answer.
    public static func verbatim(_ bytes: Data) -> LoopbackResponse {
        var response = LoopbackResponse(body: bytes, closesConnection: true)
        response.isVerbatim = true
        return response
    }
}
