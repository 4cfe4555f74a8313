/// The details of a problem, the body of many error responses: `application/problem+json` (RFC 9457).
///
/// ```swift
/// let problem = error.body(as: ProblemDetails.self)
/// ```
///
/// A problem with further members is a type of your own, since each API has its own ones. A member that has another type
/// than the standard requires is ignored, as in RFC 9457, section 3.1. Decoding fails for an object without any of the
/// members.
public struct ProblemDetails: Hashable, Sendable {
    /// A URI reference that identifies the kind of problem. `about:blank` if the body has none.
    public var type: String
    /// A short text for people, which is the same for all problems of this kind.
    public var title: String?
    /// The status code that the server generated. A proxy may have changed that of the response.
    public var status: Int?
    /// A text for people about this occurrence.
    public var detail: String?
    /// A URI reference that identifies this occurrence.
    public var instance: String?

    /// Creates a problem, for the response of a stub. Each parameter sets the property of the same name.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }
}

extension ProblemDetails: Codable {
    private enum CodingKeys: String, CodingKey { case type, title, status, detail, instance }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) -> Value? { try? members.decode(Value.self, forKey: key) }
        let type: String? = member(.type)
        self.init(
            type: type ?? "about:blank",
            title: member(.title),
            status: member(.status),
            detail: member(.detail),
            instance: member(.instance)
        )
        guard type != nil || self != ProblemDetails() else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "The object has no member of RFC 9457."
            )
            throw DecodingError.dataCorrupted(context)
        }
    }
}
