/// Which responses a call accepts. Any other response becomes an error that carries it.
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

    /// Every response.
    public static let none = Validation(statusCodes: .all, mediaTypes: nil)
    /// Status codes 200..<300. The default of a target.
    public static let successCodes = codes(200..<300)
    /// Status codes 200..<400.
    public static let successAndRedirectCodes = codes(200..<400)

    /// The status codes in a range.
    public static func codes(_ range: Range<Int>) -> Validation {
        Validation(statusCodes: .range(range), mediaTypes: nil)
    }

    /// These status codes.
    public static func customCodes(_ codes: [Int]) -> Validation {
        Validation(statusCodes: .list(codes), mediaTypes: nil)
    }

    /// The same status codes, with a body of one of these media types (`"application/json"`, `"image/*"`).
    ///
    /// Parameters such as `charset` are ignored, and a response without a body needs no media type. A type with a
    /// structured suffix matches its base: `application/problem+json` matches `application/json`.
    public func requiring(mediaTypes: [String]) -> Validation {
        Validation(statusCodes: statusCodes, mediaTypes: mediaTypes)
    }
}
