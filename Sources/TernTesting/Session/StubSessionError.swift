import Foundation

/// A request that a ``StubSession`` can't answer.
public struct StubSessionError: Error, Sendable, Hashable {
    /// More may come, so a `switch` keeps its `default`.
    public struct Code: Sendable, Hashable {
        let name: String

        /// No rule is there for the request.
        public static let unmatchedRequest = Code(name: "unmatchedRequest")
        /// A download task, which FoundationNetworking can't complete behind a `URLProtocol`.
        public static let downloadTask = Code(name: "downloadTask")
        /// Another kind of task than a data, upload or download task.
        public static let unsupportedTask = Code(name: "unsupportedTask")
        /// The configuration has lost what keeps its stub alive.
        public static let noStub = Code(name: "noStub")
    }

    public let code: Code
    /// What happened, and what to do.
    public let message: String
}

extension StubSessionError: LocalizedError, CustomStringConvertible {
    public var description: String { message }
    public var errorDescription: String? { message }
}

extension StubSessionError {
    static func downloadTask(_ request: RecordedRequest) -> Self {
        let message = """
            \(request) was made by a download task, which FoundationNetworking can't complete behind a URLProtocol. Make \
            it by a data task, or stub it with LoopbackServer.
            """
        return Self(code: .downloadTask, message: message)
    }

    static func unsupportedTask(_ request: RecordedRequest) -> Self {
        let message = """
            \(request) was made by a task that is neither a data nor an upload task. Stub it with LoopbackServer.
            """
        return Self(code: .unsupportedTask, message: message)
    }

    static let noStub = Self(
        code: .noStub,
        message: """
            The StubSession of this request is gone: the urlCredentialStorage of its configuration, which keeps it, was \
            replaced. Leave that as it is.
            """
    )
}
