import Foundation

/// Delays stubbed exchanges as a network would. Implemented by the link of `TernTesting`.
///
/// Without a link, a stub responds as soon as its delay and its gate allow.
package protocol StubLink: AnyObject, Sendable {
    /// Returns a connection for one exchange, when one is available.
    ///
    /// The caller must close it.
    ///
    /// - Throws: The errors of an engine. `CancellationError` at once when the task is cancelled.
    func connect(to url: URL?) async throws -> any StubConnection
}

/// A simulated connection for one exchange.
///
/// Each waiting method throws the errors of an engine, and `CancellationError` at once when the task is cancelled.
package protocol StubConnection: Sendable {
    /// Returns when this number of further bytes of the request's body is sent.
    func sendBody(_ bytes: Int) async throws

    /// Returns when the request has reached the server.
    func endRequest() async throws

    /// Returns when the response's head is received.
    func receiveHead() async throws

    /// Returns when this number of further bytes of the response's body is received.
    func receiveBody(_ bytes: Int) async throws

    /// Ends the exchange, in any state.
    ///
    /// - Parameter isReusable: Whether the exchange is complete, so that the connection can serve another one.
    func close(isReusable: Bool)
}
