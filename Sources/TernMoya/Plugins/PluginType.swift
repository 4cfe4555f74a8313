import Foundation

/// Changes and observes the calls of a provider.
///
/// `prepare` and `willSend` of a live call run on the session's ``Session/rootQueue``, one call after another in the
/// order of the calls. They may block. `didReceive` and `process` run on the callback queue. With a stub, all of them
/// run where the stub does.
public protocol PluginType: SendableMetatype {
    /// The request to send instead of this one.
    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest
    /// Receives a request that is sent next, after all plugins have prepared it.
    func willSend(_ request: RequestType, target: TargetType)
    /// Receives the response or the error, before the completion.
    func didReceive(_ result: Result<Response, MoyaError>, target: TargetType)
    /// The result for the completion.
    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError>
}

extension PluginType {
    public func prepare(_ request: URLRequest, target: TargetType) -> URLRequest { request }
    public func willSend(_ request: RequestType, target: TargetType) {}
    public func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {}
    public func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        result
    }
}
