/// The value of a call that ignores the body, such as one with a 204 (No Content) response.
///
/// Any body is accepted and discarded.
public struct NoContent: Decodable, Hashable, Sendable {
    /// Creates the value.
    public init() {}

    public init(from decoder: any Decoder) throws {}
}
