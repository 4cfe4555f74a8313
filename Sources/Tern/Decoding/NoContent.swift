/// The value of a call whose body isn't wanted, such as that of 204 (No Content).
///
/// Any body will do, and is dropped.
public struct NoContent: Decodable, Hashable, Sendable {
    public init() {}

    public init(from decoder: any Decoder) throws {}
}
