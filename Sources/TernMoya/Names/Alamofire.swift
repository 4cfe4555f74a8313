import Foundation

/// The names of Alamofire that users of Moya meet, in a namespace, for code that writes `Alamofire.HTTPMethod`.
///
/// Each member is the type of this module that has the same name.
public enum Alamofire {
    /// `AFError` in this namespace.
    public typealias AFError = TernMoya.AFError
    /// `AdaptHandler` in this namespace.
    public typealias AdaptHandler = TernMoya.AdaptHandler
    /// `Adapter` in this namespace.
    public typealias Adapter = TernMoya.Adapter
    /// `DownloadRequest` in this namespace.
    public typealias DownloadRequest = TernMoya.DownloadRequest
    /// `HTTPHeader` in this namespace.
    public typealias HTTPHeader = TernMoya.HTTPHeader
    /// `HTTPHeaders` in this namespace.
    public typealias HTTPHeaders = TernMoya.HTTPHeaders
    /// `HTTPMethod` in this namespace.
    public typealias HTTPMethod = TernMoya.HTTPMethod
    /// `Interceptor` in this namespace.
    public typealias Interceptor = TernMoya.Interceptor
    /// `JSONEncoding` in this namespace.
    public typealias JSONEncoding = TernMoya.JSONEncoding
    /// `MultipartFormData` in this namespace. Moya's parts and forms.
    public typealias MultipartFormData = TernMoya.MultipartFormData
    /// `ParameterEncoding` in this namespace.
    public typealias ParameterEncoding = TernMoya.ParameterEncoding
    /// `Parameters` in this namespace.
    public typealias Parameters = TernMoya.Parameters
    /// `Request` in this namespace.
    public typealias Request = TernMoya.Request
    /// `RequestAdapter` in this namespace.
    public typealias RequestAdapter = TernMoya.RequestAdapter
    /// `RequestInterceptor` in this namespace.
    public typealias RequestInterceptor = TernMoya.RequestInterceptor
    /// `RequestRetrier` in this namespace.
    public typealias RequestRetrier = TernMoya.RequestRetrier
    /// `Retrier` in this namespace.
    public typealias Retrier = TernMoya.Retrier
    /// `RetryHandler` in this namespace.
    public typealias RetryHandler = TernMoya.RetryHandler
    /// `RetryPolicy` in this namespace.
    public typealias RetryPolicy = TernMoya.RetryPolicy
    /// `ConnectionLostRetryPolicy` in this namespace.
    public typealias ConnectionLostRetryPolicy = TernMoya.ConnectionLostRetryPolicy
    /// `RetryResult` in this namespace.
    public typealias RetryResult = TernMoya.RetryResult
    /// `Session` in this namespace.
    public typealias Session = TernMoya.Session
    /// `URLConvertible` in this namespace.
    public typealias URLConvertible = TernMoya.URLConvertible
    /// `URLEncoding` in this namespace.
    public typealias URLEncoding = TernMoya.URLEncoding
    /// `URLRequestConvertible` in this namespace.
    public typealias URLRequestConvertible = TernMoya.URLRequestConvertible
}
