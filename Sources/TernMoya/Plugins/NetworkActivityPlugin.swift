import Foundation

/// The begin or the end of a call.
public enum NetworkActivityChangeType: Sendable {
    /// The request is sent next.
    case began
    /// The response or the error was received.
    case ended
}

/// Calls a closure when a call begins and when it ends.
public final class NetworkActivityPlugin: PluginType {
    /// Receives each change: the begin on the session's ``Session/rootQueue``, the end on the callback queue.
    public typealias NetworkActivityClosure =
        @Sendable (_ change: NetworkActivityChangeType, _ target: TargetType) -> Void

    private let networkActivityClosure: NetworkActivityClosure

    /// Calls this closure with each change.
    @preconcurrency public init(networkActivityClosure: @escaping NetworkActivityClosure) {
        self.networkActivityClosure = networkActivityClosure
    }

    public func willSend(_ request: RequestType, target: TargetType) { networkActivityClosure(.began, target) }

    public func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        networkActivityClosure(.ended, target)
    }
}
