/// The value of a call whose answer has no body worth a type, such as 204 (No Content).
///
/// It decodes from an empty body, and from any JSON.
public struct Empty: Decodable, Hashable, Sendable {
    public init() {}

    public init(from decoder: any Decoder) throws {}
}
