import Foundation
import Tern

/// The responses that only a ``LoopbackServer`` can send.
///
/// A provider or a ``StubSession`` can't send such a response: the call fails with `TernError.Code.missingSample`.
///
/// A server adds `Content-Length`, except for 1xx, 204 and 304, which have no content. A response to HEAD has the
/// length but no body. Two fields in the headers of a response override this, to simulate a faulty server:
///
/// - `Content-Length` is sent as given. If it isn't the size of the body, the connection is closed after the body, like
///   a transfer that was interrupted.
/// - `Transfer-Encoding` is sent without a length, and the body is sent unchanged, so it must already be encoded.
///
/// For a field that isn't valid, or a status below 200 or above 999, the server responds with status 501 and an
/// explanation, and the journal has a finding, as with the other doubles.
extension SampleResponse {
    /// Sends exactly these bytes without a head, and then closes the connection. With empty bytes, the connection is
    /// closed without a response.
    public static func verbatim(_ bytes: Data) -> SampleResponse {
        SampleResponse(body: bytes).onWire("verbatim") { ($0.closesConnection, $0.isVerbatim) = (true, true) }
    }

    /// This response with a custom reason phrase instead of the standard phrase of its status.
    public func reason(_ phrase: String) -> SampleResponse {
        onWire("reason") { $0.reason = phrase }
    }

    /// This response with `Connection: close`. The server closes the connection after it.
    public func closingConnection() -> SampleResponse {
        onWire("closingConnection") { $0.closesConnection = true }
    }

    /// This response without its end. The client receives the head and the whole body, and then waits for further bytes
    /// until it closes the connection.
    ///
    /// The `Content-Length` is one byte more than the body, and a chunked body is sent without its last chunk. A
    /// response without content, such as a response to HEAD, is sent without the end of its head. A `Content-Length` or
    /// `Transfer-Encoding` field in the headers and ``verbatim(_:)`` bytes are sent as given.
    public func stalling() -> SampleResponse {
        onWire("stalling") { $0.isStalling = true }
    }

    /// This response, followed by a reset of the connection (RST) instead of a normal close. Bytes that the client
    /// sends at that time are lost.
    public func resetting() -> SampleResponse {
        onWire("resetting") { $0.isResetting = true }
    }

    /// This response with a fault, which replaces any earlier fault.
    ///
    /// The body is sent without its gates and pauses, and the script of ``writing(_:)`` isn't run. A script can throw at
    /// any point instead.
    public func failing(_ fault: LoopbackFault) -> SampleResponse {
        onWire("failing(\(fault))") { $0.fault = fault }
    }

    /// This response with a chunked body (RFC 9112, section 7.1): the whole body is one chunk, followed by `trailers`.
    /// A `Content-Length` or `Transfer-Encoding` field overrides this.
    public func chunked(trailers: HTTPHeaders = [:]) -> SampleResponse {
        changing { $0.trailers = trailers }.onWire("chunked") { $0.isChunked = true }
    }

    /// This response after an informational response (RFC 9110, section 15.2).
    ///
    /// - Parameters:
    ///   - status: The status of the informational response, such as 103.
    ///   - headers: The header fields of the informational response. None by default.
    public func preceded(by status: Int, headers: HTTPHeaders = [:]) -> SampleResponse {
        onWire("preceded") { $0.informational.append(WireResponse(status: status, headers: headers)) }
    }

    /// This response, whose body continues with the bytes that `script` sends:
    ///
    /// ```swift
    /// LoopbackServer { _ in
    ///     .status(200).writing { writer in
    ///         try await writer.send("first")
    ///         try await gate.pass()
    ///         try await writer.send("second")
    ///     }
    /// }
    /// ```
    ///
    /// The body is chunked, unless a `Content-Length` or `Transfer-Encoding` field overrides this; with
    /// ``verbatim(_:)``, the bytes are sent unchanged. The body is complete when the script returns. If the script
    /// throws, the connection is closed immediately. If the client disconnects, the script's task is cancelled.
    public func writing(_ script: @escaping @Sendable (LoopbackWriter) async throws -> Void) -> SampleResponse {
        onWire("writing") { $0.script = script }
    }

    private func onWire(_ name: String, _ change: (inout WireSettings) -> Void) -> SampleResponse {
        changing { parts in
            var settings = parts.wireSettings as? WireSettings ?? WireSettings()
            settings.names.append(name)
            change(&settings)
            parts.wireSettings = settings
        }
    }
}
