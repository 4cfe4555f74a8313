import Foundation

/// Receives the result of a call.
public typealias Completion = (_ result: Result<Response, MoyaError>) -> Void

/// Receives the progress of a call.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// Calls targets.
public protocol MoyaProviderType: AnyObject {
    /// The type of the targets.
    associatedtype Target: TargetType

    /// Calls a target, and passes its result to the completion.
    func request(
        _ target: Target,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) -> Cancellable
}

/// Whether a call is stubbed.
public enum StubBehavior: Sendable {
    /// The call isn't stubbed.
    case never
    /// The stub completes at once: within `request`, unless there is a callback queue.
    case immediate
    /// The stub completes after a delay.
    case delayed(seconds: TimeInterval)
}
