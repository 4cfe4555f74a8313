import Tern

/// Bytes that a ``LoopbackServer`` didn't take for a request, and has answered with an error and the end of the
/// connection.
public struct LoopbackMalformedRequest: Sendable, Equatable {
    /// What it was answered with: 400, 413, 414, 431, 501 or 505.
    public let status: Int

    /// What was expected instead.
    public let reason: String

    /// The number of the connection it came on.
    public let connection: Int

    /// Method, target and the fields that were read before the mistake; `nil` if the mistake is in the request line.
    public let head: LoopbackRequest?
}

extension LoopbackMalformedRequest: CustomStringConvertible {
    /// `POST /users was answered with 400: There is more than one Host field.`
    public var description: String {
        "\(head.map { "\($0)" } ?? "A request") was answered with \(status): \(reason)"
    }
}
