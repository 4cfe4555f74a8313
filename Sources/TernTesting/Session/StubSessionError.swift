import Foundation
import Tern

/// The reason why a ``StubSession`` can't respond to a request.
public struct StubSessionError: Error, Sendable, Hashable {
    /// Codes may be added, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        fileprivate let number: Int
        fileprivate let sentence: String

        private init(_ name: String, _ number: Int, _ sentence: String) {
            self.name = name
            self.number = number
            self.sentence = sentence
        }

        /// There is no rule for the request.
        public static let unmatchedRequest = Code("unmatchedRequest", 1, "There is no stub for the request.")
        /// A download task, which FoundationNetworking can't complete behind a `URLProtocol`.
        public static let downloadTask = Code("downloadTask", 2, "Downloads can't be stubbed here.")
        /// A task other than a data, upload or download task.
        public static let unsupportedTask = Code("unsupportedTask", 3, "This kind of request can't be stubbed.")
        /// The configuration has lost the object that keeps its stub alive.
        public static let noStub = Code("noStub", 4, "The stub of the request is gone.")
    }

    public let code: Code
    /// What happened, and what to do next.
    public let message: String
}

extension StubSessionError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension StubSessionError: CustomStringConvertible {
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

extension StubSessionError: LocalizedError, CustomNSError {
    /// `Tern.StubSessionError`. It never changes.
    public static var errorDomain: String { "Tern.StubSessionError" }

    /// `unmatchedRequest` 1, `downloadTask` 2, `unsupportedTask` 3, `noStub` 4. The numbers never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
