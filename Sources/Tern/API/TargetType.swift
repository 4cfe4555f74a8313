import Foundation

/// An API, declared as an enum whose cases are its requests.
///
/// A ``RoutedTarget`` describes each case in one `switch`. The members of this protocol describe them one by one, as
/// Moya does. Only ``baseURL`` and ``path`` are required. All other members have defaults.
///
/// ```swift
/// enum GitHub {
///     case zen
///     case user(login: String)
///     case search(query: String, page: Int)
/// }
///
/// extension GitHub: TargetType {
///     static let base = URL(string: "https://api.github.com")!    // parsed once, not at each request
///     var baseURL: URL { Self.base }
///
///     var path: String {
///         switch self {
///         case .zen: "/zen"
///         case .user(let login): "/users/\(URL.pathSegment(login))"
///         case .search: "/search/repositories"
///         }
///     }
///
///     var task: HTTPTask {
///         switch self {
///         case .search(let query, let page): .query(["q": query, "page": page])
///         default: .plain
///         }
///     }
/// }
/// ```
public protocol TargetType: Sendable {
    /// The scheme, the host, and the common beginning of all paths: an absolute http or https URL.
    var baseURL: URL { get }

    /// The path of the request, below the base URL. `URL.init(target:)` documents how the two are joined.
    var path: String { get }

    /// The request method. `.get` by default.
    var method: HTTPMethod { get }

    /// The query and body of the request. `.plain` by default: no query and no body.
    var task: HTTPTask { get }

    /// The header fields of the request. Empty by default.
    var headers: HTTPHeaders { get }

    /// Names of header fields that stay in the request when a redirect leads to another origin (scheme, host and port).
    /// Case doesn't matter. Empty by default.
    ///
    /// All other fields are removed, except fields that are safe for any origin: content negotiation, `User-Agent`,
    /// `Range`, conditions, cache directives, `Idempotency-Key`, and the fields that describe a body that is sent
    /// again. A field in this set is sent with any value. So include a field with credentials only if all possible
    /// redirect targets are allowed to receive the credentials.
    var crossOriginHeaders: Set<String> { get }

    /// The responses that a call accepts. All other responses are errors. `.successCodes` by default: 200..<300.
    var validation: Validation { get }

    /// The authentication scheme for credentials that a plugin such as `AuthorizationPlugin` adds. `.none` by
    /// default. Plugins read it from ``RequestContext/authorization``.
    var authorization: Authorization { get }

    /// The longest time for one attempt, from its start to the last byte of the body, on the provider's clock. `nil`,
    /// the default, for ``ProviderConfiguration/timeout``.
    ///
    /// It begins after the request closure and all plugins, so it doesn't end them. `DeadlinePlugin` ends the plugins
    /// after it. Both cancel the work, and wait for its end: see ``Transport``, rule 3.
    var timeout: Duration? { get }

    /// The body of a stub's response, which has status 200. If it is empty, the default, a stubbed call fails with
    /// `TernError.Code.missingSample`.
    var sampleData: Data { get }

    /// All properties of the target in one route, evaluated once. An implementation detail.
    @_documentation(visibility: internal)
    var _resolvedRoute: HTTPRoute { get }
}

extension TargetType {
    public var method: HTTPMethod { .get }
    public var task: HTTPTask { .plain }
    public var headers: HTTPHeaders { [:] }
    public var crossOriginHeaders: Set<String> { [] }
    public var validation: Validation { .successCodes }
    public var authorization: Authorization { .none }
    public var timeout: Duration? { nil }
    public var sampleData: Data { Data() }

    @_documentation(visibility: internal)
    public var _resolvedRoute: HTTPRoute {
        HTTPRoute(method, HTTPRoute.Path(stringLiteral: path)).changing { parts in
            parts.task = task
            parts.headers = headers
            parts.crossOriginHeaders = crossOriginHeaders
            parts.validation = validation
            parts.authorization = authorization
            parts.timeout = timeout
            parts.sample = { .sampleData(sampleData, of: self) }
            parts.targetType = ObjectIdentifier(type(of: self))
        }
    }
}
