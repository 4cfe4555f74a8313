/// The reason why a ``StubSession`` can't respond to a request.
public struct StubSessionError: Error, Sendable, Hashable {
    public typealias Code = TestKitErrorCode<StubSessionError>

    public let code: Code
    /// What happened, and what to do next.
    public let message: String
}

extension StubSessionError: TestKitError {
    public var description: String { message }
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

extension TestKitErrorCode where Failure == StubSessionError {
    /// There is no rule for the request.
    public static var unmatchedRequest: Self { Self(1, "unmatchedRequest", "There is no stub for the request.") }

    /// A download task, which FoundationNetworking can't complete behind a `URLProtocol`.
    public static var downloadTask: Self { Self(2, "downloadTask", "Downloads can't be stubbed here.") }

    /// A task other than a data, upload or download task.
    public static var unsupportedTask: Self { Self(3, "unsupportedTask", "This kind of request can't be stubbed.") }

    /// The configuration has lost the object that keeps its stub alive.
    public static var noStub: Self { Self(4, "noStub", "The stub of the request is gone.") }
}
