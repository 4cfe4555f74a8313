import Foundation

/// A target that describes each of its requests in one `switch`: method, path, query, body, and all the rest.
///
/// ```swift
/// enum GitHub: RoutedTarget {
///     case user(login: String)
///     case search(query: String, page: Int)
///     case createIssue(owner: String, repository: String, IssueDraft)
///
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///
///     var route: HTTPRoute {
///         switch self {
///         case .user(let login): .get("/users/\(login)")
///         case .search(let query, let page): .get("/search/repositories").query(["q": query, "page": page])
///         case .createIssue(let owner, let repository, let draft):
///             .post("/repos/\(owner)/\(repository)/issues").json(draft).authorization(.bearer)
///         }
///     }
///
///     var common: HTTPRoute.Common { .init(headers: ["Accept": "application/vnd.github+json"]) }
/// }
/// ```
///
/// Each other property of ``TargetType`` comes from `route` and `common`: read them, but don't declare them. **A call
/// ignores such a property that the target declares**, such as `headers`. Swift reports no error for it; `lint` of
/// TernTesting finds it.
///
/// A provider evaluates `route` and `common` once for each request. A property that is read from the target evaluates
/// both again. A target around another one returns the other's `route` and `common`.
public protocol RoutedTarget: TargetType {
    /// The request of the case.
    var route: HTTPRoute { get }

    /// The values of all routes that don't set them. None by default.
    var common: HTTPRoute.Common { get }
}

extension RoutedTarget {
    public var common: HTTPRoute.Common { HTTPRoute.Common() }

    public var path: String {
        let path = route.parts.path
        // `//` makes the path invalid, so that an empty argument is an error in a target around this one, too.
        return path.hasEmptyArgument ? "//" + path.text : path.text
    }

    public var method: HTTPMethod { route.parts.method }
    public var task: HTTPTask { route.parts.task }
    public var headers: HTTPHeaders { common.headers.merging(route.parts.headers) }
    public var crossOriginHeaders: Set<String> { route.parts.crossOriginHeaders ?? common.crossOriginHeaders }
    public var validation: Validation { route.parts.validation ?? common.validation }
    public var authorization: Authorization { route.parts.authorization ?? common.authorization }
    public var timeout: Duration? { route.parts.timeout ?? common.timeout }

    /// The body of the route's sample. Empty without a sample, and for a sample that is an error.
    public var sampleData: Data { (try? route.parts.sample?().message().parts.body) ?? Data() }

    @_documentation(visibility: internal)
    public var _resolvedRoute: HTTPRoute { route.resolved(with: common, of: self) }
}
