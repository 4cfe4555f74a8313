extension Request {
    /// The treatment of the content coding of a response (RFC 9110, section 8.4).
    @nonexhaustive
    public enum Decoding: Sendable, Hashable {
        /// The engine asks for the codings that it knows, and decodes them.
        case automatic
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
}
