/// Which responses are answers; all others are errors that carry the response.
///
/// ```swift
/// var validation: Validation { .successCodes.requiring(mediaTypes: ["application/json"]) }
/// ```
public struct Validation: Hashable, Sendable {
    enum StatusCodes: Hashable, Sendable {
        case all
        case range(Range<Int>)
        case list([Int])
    }

    let statusCodes: StatusCodes
    /// Acceptable media types; `nil` accepts all.
    let mediaTypes: [String]?

    /// Every response is an answer.
    public static let none = Validation(statusCodes: .all, mediaTypes: nil)
    /// 200..<300. The default of a target.
    public static let successCodes = codes(200..<300)
    /// 200..<400.
    public static let successAndRedirectCodes = codes(200..<400)

    /// The statuses in a range.
    public static func codes(_ range: Range<Int>) -> Validation {
        Validation(statusCodes: .range(range), mediaTypes: nil)
    }

    /// Just these statuses.
    public static func customCodes(_ codes: [Int]) -> Validation {
        Validation(statusCodes: .list(codes), mediaTypes: nil)
    }

    /// The same, and a body has to have one of these media types (`"application/json"`, `"image/*"`).
    ///
    /// Parameters such as `charset` don't count, and responses without a body are not asked. A type with a structured
    /// suffix matches its base: `application/problem+json` is `application/json`.
    public func requiring(mediaTypes: [String]) -> Validation {
        Validation(statusCodes: statusCodes, mediaTypes: mediaTypes)
    }
}
