import Foundation

/// The names of Moya in a namespace, for code that writes `Moya.Method` or `Moya.Response`.
///
/// Each member is the type of this module that has the same name.
public enum Moya {
    /// `TargetType` in this namespace.
    public typealias TargetType = TernMoya.TargetType
    /// `MultiTarget` in this namespace.
    public typealias MultiTarget = TernMoya.MultiTarget
    /// `Method` in this namespace.
    public typealias Method = TernMoya.HTTPMethod
    /// `Task` in this namespace.
    public typealias Task = TernMoya.Task
    /// `ValidationType` in this namespace.
    public typealias ValidationType = TernMoya.ValidationType
    /// `Endpoint` in this namespace.
    public typealias Endpoint = TernMoya.Endpoint
    /// `EndpointSampleResponse` in this namespace.
    public typealias EndpointSampleResponse = TernMoya.EndpointSampleResponse
    /// `StubBehavior` in this namespace.
    public typealias StubBehavior = TernMoya.StubBehavior
    /// `MoyaProvider` in this namespace.
    public typealias MoyaProvider = TernMoya.MoyaProvider
    /// `MoyaProviderType` in this namespace.
    public typealias MoyaProviderType = TernMoya.MoyaProviderType
    /// `Completion` in this namespace.
    public typealias Completion = TernMoya.Completion
    /// `ProgressBlock` in this namespace.
    public typealias ProgressBlock = TernMoya.ProgressBlock
    /// `ProgressResponse` in this namespace.
    public typealias ProgressResponse = TernMoya.ProgressResponse
    /// `Cancellable` in this namespace.
    public typealias Cancellable = TernMoya.Cancellable
    /// `CancellableToken` in this namespace.
    public typealias CancellableToken = TernMoya.CancellableToken
    /// `Response` in this namespace.
    public typealias Response = TernMoya.Response
    /// `MoyaError` in this namespace.
    public typealias MoyaError = TernMoya.MoyaError
    /// `PluginType` in this namespace.
    public typealias PluginType = TernMoya.PluginType
    /// `RequestType` in this namespace.
    public typealias RequestType = TernMoya.RequestType
    /// `AccessTokenPlugin` in this namespace.
    public typealias AccessTokenPlugin = TernMoya.AccessTokenPlugin
    /// `AccessTokenAuthorizable` in this namespace.
    public typealias AccessTokenAuthorizable = TernMoya.AccessTokenAuthorizable
    /// `AuthorizationType` in this namespace.
    public typealias AuthorizationType = TernMoya.AuthorizationType
    /// `CredentialsPlugin` in this namespace.
    public typealias CredentialsPlugin = TernMoya.CredentialsPlugin
    /// `NetworkActivityPlugin` in this namespace.
    public typealias NetworkActivityPlugin = TernMoya.NetworkActivityPlugin
    /// `NetworkActivityChangeType` in this namespace.
    public typealias NetworkActivityChangeType = TernMoya.NetworkActivityChangeType
    /// `NetworkLoggerPlugin` in this namespace.
    public typealias NetworkLoggerPlugin = TernMoya.NetworkLoggerPlugin
    /// `MultipartFormData` in this namespace.
    public typealias MultipartFormData = TernMoya.MultipartFormData
    /// `MultipartFormBodyPart` in this namespace.
    public typealias MultipartFormBodyPart = TernMoya.MultipartFormBodyPart
    /// `ParameterEncoding` in this namespace.
    public typealias ParameterEncoding = TernMoya.ParameterEncoding
    /// `URLEncoding` in this namespace.
    public typealias URLEncoding = TernMoya.URLEncoding
    /// `JSONEncoding` in this namespace.
    public typealias JSONEncoding = TernMoya.JSONEncoding
    /// `DownloadDestination` in this namespace.
    public typealias DownloadDestination = TernMoya.DownloadDestination
    /// `RequestInterceptor` in this namespace.
    public typealias RequestInterceptor = TernMoya.RequestInterceptor
    /// `Session` in this namespace.
    public typealias Session = TernMoya.Session
    /// `HTTPMethod` in this namespace.
    public typealias HTTPMethod = TernMoya.HTTPMethod
    /// `convertResponseToResult` in this namespace.
    public static func convertResponseToResult(
        _ response: HTTPURLResponse?,
        request: URLRequest?,
        data: Data?,
        error: Swift.Error?
    ) -> Result<TernMoya.Response, TernMoya.MoyaError> {
        TernMoya.convertResponseToResult(response, request: request, data: data, error: error)
    }
    #if canImport(UIKit) || canImport(AppKit)
        public typealias Image = TernMoya.Image
        public typealias ImageType = TernMoya.ImageType
    #endif
}

/// Moya's name of ``HTTPMethod``.
public typealias Method = HTTPMethod
