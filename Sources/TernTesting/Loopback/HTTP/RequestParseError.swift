/// Why bytes are not a request this server takes. The connection can't be used after it: where the next request
/// would start is unknown.
struct RequestParseError: Error, Equatable {
    /// 400, 413, 414, 431, 501 or 505.
    let status: Int

    /// What was expected, for the body of the answer.
    let reason: String

    static func malformed(_ reason: String) -> RequestParseError {
        RequestParseError(status: 400, reason: reason)
    }
}
