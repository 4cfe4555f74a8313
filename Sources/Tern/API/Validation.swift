/// The responses that a call accepts. Any other response becomes an error that contains the response.
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

    /// Accepts every response.
    public static let none = Validation(statusCodes: .all, mediaTypes: nil)
    /// Accepts the status codes 200..<300. The default of a target.
    public static let successCodes = codes(200..<300)
    /// Accepts the status codes 200..<400.
    public static let successAndRedirectCodes = codes(200..<400)

    /// Accepts the status codes in a range.
    public static func codes(_ range: Range<Int>) -> Validation {
        Validation(statusCodes: .range(range), mediaTypes: nil)
    }

    /// The statuses in a closed range: `.codes(200...204)`.
    public static func codes(_ range: ClosedRange<Int>) -> Validation {
        // `Int.max` has no successor, and isn't a valid status.
        codes(range.lowerBound..<(range.upperBound < .max ? range.upperBound + 1 : .max))
    }

    /// Accepts only these status codes.
    public static func codes(_ codes: [Int]) -> Validation {
        Validation(statusCodes: .list(codes), mediaTypes: nil)
    }

    /// Accepts the same status codes, but only bodies of these media types (`"application/json"`, `"image/*"`).
    ///
    /// Parameters such as `charset` are ignored, and a response without a body needs no media type. A type with a
    /// structured suffix matches its base: `application/problem+json` matches `application/json`.
    public func requiring(mediaTypes: [String]) -> Validation {
        Validation(statusCodes: statusCodes, mediaTypes: mediaTypes)
    }
}

extension Validation: CustomStringConvertible {
    /// For example `status 200..<300, application/json`.
    public var description: String {
        let statuses =
            switch statusCodes {
            case .all: "every status"
            case .range(let range): "status \(range)"
            case .list(let codes): "status \(codes.map(String.init).joined(separator: ", "))"
            }
        return ([statuses] + (mediaTypes ?? [])).joined(separator: ", ")
    }
}
