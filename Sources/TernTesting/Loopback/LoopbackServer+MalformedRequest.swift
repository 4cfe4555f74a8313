extension LoopbackServer {
    /// Bytes that the server rejected as a malformed request. The server responds with an error status, and then closes
    /// the connection.
    public struct MalformedRequest: Sendable, Equatable {
        /// The status of the response: 400, 413, 414, 431, 501 or 505.
        public let status: Int

        /// The rule that the request violates.
        public let reason: String

        /// The number of the connection.
        public let connection: Int

        /// The method, the target and the fields before the mistake. `nil` if the mistake is in the request line.
        public let head: RecordedRequest?
    }
}

extension LoopbackServer.MalformedRequest: CustomStringConvertible {
    /// `POST /users was rejected with 400: There is more than one Host field.`
    public var description: String {
        "\(head.map { "\($0)" } ?? "A request") was rejected with \(status): \(reason)"
    }
}
