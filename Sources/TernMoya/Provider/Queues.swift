import Foundation

// Swift 6 has more functions than Swift 5, which has no diagnostics about the state of a completion.

/// The main queue as the `callbackQueue` of a call, so that its closures may use the state of the main actor.
public enum MainQueue: Sendable {
    /// The main queue.
    case main
}

extension MoyaProvider {
    /// Calls a target, with closures that run on the main queue.
    @available(swift, introduced: 6)
    @discardableResult
    public func request(
        _ target: Target,
        callbackQueue: MainQueue,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> Cancellable {
        request(target, callbackQueue: DispatchQueue.main as DispatchQueue?, progress: progress, completion: completion)
    }
}

// Not in `MoyaProvider`: a queue `.main` has to be the function above.
extension MoyaProviderType {
    /// Calls a target, with closures that run on a queue, and so can't use the state of the main actor.
    @available(swift, introduced: 6)
    @preconcurrency
    @discardableResult
    public func request(
        _ target: Target,
        callbackQueue: DispatchQueue,
        progress: (@Sendable (_ progress: ProgressResponse) -> Void)? = nil,
        completion: @escaping @Sendable (_ result: Result<Response, MoyaError>) -> Void
    ) -> Cancellable {
        request(target, callbackQueue: callbackQueue as DispatchQueue?, progress: progress, completion: completion)
    }
}
