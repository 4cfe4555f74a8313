import Tern

/// The reason why bytes are not an acceptable request. The connection can't be used any more, because the start of the
/// next request is unknown.
package struct RequestParseError: Error, Equatable {
    /// 400, 413, 414, 431, 501 or 505.
    let status: Int

    /// The expected form, for the body of the response.
    let reason: String

    static func malformed(_ reason: String) -> RequestParseError {
        RequestParseError(status: 400, reason: reason)
    }

    static func malformed(_ fault: FieldLine.Fault) -> RequestParseError {
        .malformed("A field line \(fault.reason).")
    }
}
