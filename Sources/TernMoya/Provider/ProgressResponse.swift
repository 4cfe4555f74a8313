import Foundation

/// How much of a call is done: of an upload's body, or else of the response's body.
public struct ProgressResponse: Sendable {
    /// The response of a call that has succeeded. `nil` before.
    public let response: Response?
    /// The number of bytes. Its `totalUnitCount` is -1 while the length isn't known.
    public let progressObject: Progress?

    /// A progress, a response, or both.
    public init(progress: Progress? = nil, response: Response? = nil) {
        progressObject = progress
        self.response = response
    }

    /// A fraction from 0 to 1. 0 while the length isn't known.
    public var progress: Double {
        if completed { return 1 }
        guard let progressObject, progressObject.totalUnitCount > 0 else { return 0 }
        return progressObject.fractionCompleted
    }

    /// Whether the call has succeeded.
    public var completed: Bool { response != nil }
}
