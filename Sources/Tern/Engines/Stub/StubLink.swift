import Foundation

/// Takes stubbed exchanges as long as a network would take them: the link of `TernTesting`.
///
/// Without one, a stub answers as soon as its delay and its gate allow.
package protocol StubLink: Sendable {
    /// A connection for one exchange, as soon as there is one.
    ///
    /// Whoever gets one has to close it.
    ///
    /// - Throws: What an engine would throw; `CancellationError` when the task is cancelled, at once.
    func connect(to url: URL?) async throws -> any StubConnection
}

/// The way of one exchange. What waits throws what an engine would throw, and `CancellationError` when the task is
/// cancelled, at once.
package protocol StubConnection: Sendable {
    /// Returns when so many more bytes of the request's body are sent.
    func sendBody(_ bytes: Int) async throws

    /// Returns when the request has reached the server.
    func endRequest() async throws

    /// Returns when the answer's head is here.
    func receiveHead() async throws

    /// Returns when so many more bytes of the answer's body are here.
    func receiveBody(_ bytes: Int) async throws

    /// Ends the exchange, wherever it is.
    ///
    /// - Parameter isReusable: Whether it is over as it should be, so that the connection can serve another one.
    func close(isReusable: Bool)
}
