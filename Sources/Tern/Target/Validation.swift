/// Which responses are answers; all others are errors that carry the response.
///
/// ```swift
/// var validation: Validation { .successCodes.requiring(mediaTypes: ["application/json"]) }
/// ```
public struct Validation: Hashable, Sendable {
    /// Acceptable statuses; `nil` accepts all.
    let statusCodes: [Range<Int>]?
    /// Acceptable media types; `nil` accepts all.
    let mediaTypes: [String]?

    /// Every response is an answer.
    public static let none = Validation(statusCodes: nil, mediaTypes: nil)
    /// 200..<300. The default of a target.
    public static let successCodes = codes(200..<300)
    /// 200..<400.
    public static let successAndRedirectCodes = codes(200..<400)

    /// The statuses in a range.
    public static func codes(_ range: Range<Int>) -> Validation {
        Validation(statusCodes: [range], mediaTypes: nil)
    }

    /// Just these statuses.
    public static func customCodes(_ codes: [Int]) -> Validation {
        Validation(statusCodes: codes.map { $0..<$0 + 1 }, mediaTypes: nil)
    }

    /// The same, and a body has to have one of these media types (`"application/json"`, `"image/*"`).
    ///
    /// Parameters such as `charset` don't count, and responses without a body are not asked. A type with a structured
    /// suffix matches its base: `application/problem+json` is `application/json`.
    public func requiring(mediaTypes: [String]) -> Validation {
        Validation(statusCodes: statusCodes, mediaTypes: mediaTypes)
    }
}
