import Foundation

// Alamofire's names that TernMoya can't offer. Each common spelling has an error that names Tern's way, so the types have
// the members that such a spelling needs.

// MARK: - Calls without a target

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Alamofire's default session, which isn't part of this module.
@available(*, unavailable, message: "Declare a target and call it with a MoyaProvider, or with a Provider of Tern.")
public enum AF {
    @discardableResult
    public static func request(
        _ url: Any,
        method: HTTPMethod = .get,
        parameters: Any? = nil,
        encoding: ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: RequestInterceptor? = nil
    ) -> DataRequest { DataRequest() }
    @discardableResult
    public static func upload(
        _ body: Any,
        to url: Any,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: RequestInterceptor? = nil
    ) -> DataRequest { DataRequest() }
    @discardableResult
    public static func download(
        _ url: Any,
        method: HTTPMethod = .get,
        parameters: Any? = nil,
        headers: HTTPHeaders? = nil,
        to destination: DownloadDestination? = nil
    ) -> DataRequest { DataRequest() }
    public static func cancelAllRequests() {}
    public static var session: URLSession { URLSession.shared }
    public static var sessionConfiguration: URLSessionConfiguration { .default }

    /// Alamofire's request without a target, which isn't part of this module.
    public struct DataRequest {
        @discardableResult
        public func validate() -> DataRequest { self }
        @discardableResult
        public func validate<Codes: Sequence>(statusCode: Codes) -> DataRequest where Codes.Element == Int { self }
        @discardableResult
        public func response(completionHandler: (DataResponse<Data?>) -> Void) -> DataRequest { self }
        @discardableResult
        public func responseData(completionHandler: (DataResponse<Data>) -> Void) -> DataRequest { self }
        @discardableResult
        public func responseString(completionHandler: (DataResponse<String>) -> Void) -> DataRequest { self }
        @discardableResult
        public func responseJSON(completionHandler: (DataResponse<Any>) -> Void) -> DataRequest { self }
        @discardableResult
        public func responseDecodable<Value: Decodable>(
            of type: Value.Type = Value.self,
            decoder: JSONDecoder = JSONDecoder(),
            completionHandler: (DataResponse<Value>) -> Void
        ) -> DataRequest { self }
        public func serializingDecodable<Value: Decodable>(_ type: Value.Type = Value.self) -> DataTask<Value> {
            DataTask()
        }
        public func serializingData() -> DataTask<Data> { DataTask() }
    }

    /// Alamofire's response, which isn't part of this module.
    public struct DataResponse<Value> {
        public let result: Result<Value, AFError>
        public let request: URLRequest?
        public let response: HTTPURLResponse?
        public let data: Data?
        public let value: Value?
        public let error: AFError?
    }

    /// Alamofire's task, which isn't part of this module.
    public struct DataTask<Value> {
        public var value: Value { get async throws { throw AFError.sessionDeinitialized } }
        public var result: Result<Value, AFError> { get async { .failure(.sessionDeinitialized) } }
    }
}

// MARK: - Settings of a session

/// Alamofire's rules for certificates, which aren't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public class ServerTrustManager {
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: ServerTrustEvaluating]) {}
}

/// Alamofire's rule for a certificate, which isn't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public protocol ServerTrustEvaluating {}

/// Alamofire's rule for a certificate, which isn't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public struct DefaultTrustEvaluator: ServerTrustEvaluating {
    public init(validateHost: Bool = true) {}
}

/// Alamofire's rule for a certificate, which isn't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public struct DisabledTrustEvaluator: ServerTrustEvaluating {
    public init() {}
}

/// Alamofire's rule for a certificate, which isn't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    public init(certificates: [Any] = [], acceptSelfSignedCertificates: Bool = false) {}
}

/// Alamofire's rule for a certificate, which isn't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public struct PublicKeysTrustEvaluator: ServerTrustEvaluating {
    public init(keys: [Any] = []) {}
}

/// Alamofire's observer of sessions, which isn't part of this module.
@available(*, unavailable, message: "Pass a plugin of Tern to Session(transport:plugins:), or use a PluginType.")
public protocol EventMonitor {}

/// Alamofire's rules for redirects, which aren't part of this module.
@available(*, unavailable, message: "Set the `redirects` of Session(transport:plugins:redirects:).")
public protocol RedirectHandler {}

/// Alamofire's rule for redirects, which isn't part of this module.
@available(*, unavailable, message: "Set the `redirects` of Session(transport:plugins:redirects:).")
public struct Redirector: RedirectHandler {
    public enum Behavior {
        case follow
        case doNotFollow
    }
    public static var follow: Redirector { Redirector(behavior: .follow) }
    public static var doNotFollow: Redirector { Redirector(behavior: .doNotFollow) }
    public init(behavior: Behavior) {}
}

/// Alamofire's rules for stored responses, which aren't part of this module.
@available(*, unavailable, message: "Use the cache of Tern in Session(transport:plugins:).")
public protocol CachedResponseHandler {}

/// Alamofire's rule for stored responses, which isn't part of this module.
@available(*, unavailable, message: "Use the cache of Tern in Session(transport:plugins:).")
public struct ResponseCacher: CachedResponseHandler {
    public static var cache: ResponseCacher { ResponseCacher() }
    public static var doNotCache: ResponseCacher { ResponseCacher() }
}

extension Session {
    /// The `URLSession` of Alamofire's session, which doesn't exist here.
    @available(*, unavailable, message: "A session has a transport instead: use Session.transport.")
    public var session: URLSession { URLSession.shared }

    /// Alamofire's request without a target.
    @available(*, unavailable, message: "Declare a target and call it with a MoyaProvider, or with a Provider of Tern.")
    @discardableResult
    public func request(
        _ url: Any,
        method: HTTPMethod = .get,
        parameters: Any? = nil,
        encoding: ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil
    ) -> AF.DataRequest { AF.DataRequest() }

    /// Alamofire's initializer with settings that are made in another way here.
    @available(
        *,
        unavailable,
        message: "Use Session(transport:plugins:redirects:interceptor:) with a transport of Tern."
    )
    public convenience init(
        configuration: URLSessionConfiguration = .default,
        rootQueue: DispatchQueue? = nil,
        startRequestsImmediately: Bool = true,
        interceptor: RequestInterceptor? = nil,
        serverTrustManager: ServerTrustManager? = nil,
        redirectHandler: RedirectHandler? = nil,
        cachedResponseHandler: CachedResponseHandler? = nil,
        eventMonitors: [EventMonitor] = []
    ) { self.init(configuration: configuration, interceptor: interceptor) }
}

/// Alamofire's multipart form, which isn't part of this module.
@available(*, unavailable, message: "Use MultipartFormData in a Task.")
public enum RequestMultipartFormData {}

/// Alamofire's view of the network, which isn't part of this module.
@available(*, unavailable, message: "Use NWPathMonitor of Apple's Network framework.")
public class NetworkReachabilityManager {
    public init?(host: String = "") {}
    public var isReachable: Bool { false }
    @discardableResult
    public func startListening(onUpdatePerforming: (Any) -> Void) -> Bool { false }
}
