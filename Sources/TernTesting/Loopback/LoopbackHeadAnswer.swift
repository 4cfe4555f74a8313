/// What becomes of a request of which the server has the head, and not yet the body.
public enum LoopbackHeadAnswer: Sendable, Equatable {
    /// The body is read, and asked for where the client waits to be asked (`Expect: 100-continue`).
    case readBody
    /// The body is read if it comes, but not asked for.
    case readBodyWithoutAsking
    /// The answer is sent at once, and the connection closed after it. What comes of the body is dropped; the request is
    /// recorded without it.
    case answer(LoopbackResponse)
}
