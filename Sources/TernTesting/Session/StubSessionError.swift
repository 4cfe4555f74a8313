import Foundation

/// The reason why a ``StubSession`` can't respond to a request.
public struct StubSessionError: Error, Sendable, Hashable {
    /// Codes may be added, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable {
        let name: String

        /// There is no rule for the request.
        public static let unmatchedRequest = Code(name: "unmatchedRequest")
        /// A download task, which FoundationNetworking can't complete behind a `URLProtocol`.
        public static let downloadTask = Code(name: "downloadTask")
        /// A task other than a data, upload or download task.
        public static let unsupportedTask = Code(name: "unsupportedTask")
        /// The configuration has lost the object that keeps its stub alive.
        public static let noStub = Code(name: "noStub")
    }

    public let code: Code
    /// What happened, and what to do next.
    public let message: String
}

extension StubSessionError: LocalizedError, CustomStringConvertible {
    public var description: String { message }
    public var errorDescription: String? { message }
}

extension StubSessionError {
    static func downloadTask(_ request: RecordedRequest) -> Self {
        let message = """
            \(request) was sent by a download task, which FoundationNetworking can't complete behind a URLProtocol. Use a \
            data task, or stub the request with LoopbackServer.
            """
        return Self(code: .downloadTask, message: message)
    }

    static func unsupportedTask(_ request: RecordedRequest) -> Self {
        let message = """
            \(request) was sent by a task that is neither a data nor an upload task. Stub it with LoopbackServer.
            """
        return Self(code: .unsupportedTask, message: message)
    }

    static let noStub = Self(
        code: .noStub,
        message: """
            The StubSession of this request was released, because the urlCredentialStorage of its configuration was \
            replaced. Don't change that property.
            """
    )
}
