import Tern

extension LoopbackServer {
    /// The decision of a server about a request, made after the head and before the body.
    @nonexhaustive
    public enum HeadDecision: Sendable {
        /// Reads the body. A client that waits (`Expect: 100-continue`) receives status 100.
        case readBody
        /// Reads the body if the client sends it, without sending status 100.
        case readBodyWithoutContinue
        /// Sends the response immediately, and then closes the connection. The body is discarded, and the request is
        /// recorded without it.
        case respond(SampleResponse)
    }
}
