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
/// }
/// ```
///
/// Each property of ``TargetType`` has a default that comes from the route. A target can declare `headers`,
/// `crossOriginHeaders`, `validation`, `authorization`, `timeout` and `sampleData` itself, for all routes that don't
/// set them. Its header fields are sent with those of the route, which replace fields with the same name. A `path`,
/// `method` or `task` that it declares is ignored, and `lint` of TernTesting finds it.
///
/// A member that the target declares is what you read from the target, even if the route of the case sets another value:
/// `target.authorization` is then not that of the call. A plugin reads ``RequestContext/authorization``. A target around
/// another one shouldn't pass each member on: use ``MultiTarget``, or return the other target's `route` with the members
/// that it declares, since a route has only its own.
///
/// A provider evaluates `route` once for each request. A property that is read from the target evaluates it again.
public protocol RoutedTarget: TargetType {
    /// The request of the case. Method, path, query and body are those of the route.
    var route: HTTPRoute { get }
}

extension RoutedTarget {
    public var path: String {
        if RouteMember.path.isRead(of: Self.self) { return RouteMember.undeclared }
        let path = route.parts.path
        // No request can have this path, so that an empty argument is an error in a target around this one, too.
        return path.hasEmptyArgument ? RouteMember.undeclared : path.text
    }

    public var method: HTTPMethod {
        RouteMember.method.isRead(of: Self.self) ? HTTPMethod(rawValue: RouteMember.undeclared) : route.parts.method
    }

    public var task: HTTPTask {
        RouteMember.task.isRead(of: Self.self) ? .plain : route.parts.task
    }

    public var headers: HTTPHeaders {
        RouteMember.headers.isRead(of: Self.self) ? [:] : route.parts.headers
    }

    public var crossOriginHeaders: Set<String> {
        RouteMember.crossOriginHeaders.isRead(of: Self.self) ? [] : route.parts.crossOriginHeaders ?? []
    }

    public var validation: Validation {
        RouteMember.validation.isRead(of: Self.self) ? .successCodes : route.parts.validation ?? .successCodes
    }

    public var authorization: Authorization {
        RouteMember.authorization.isRead(of: Self.self) ? .none : route.parts.authorization ?? .none
    }

    public var timeout: Duration? {
        RouteMember.timeout.isRead(of: Self.self) ? nil : route.parts.timeout
    }

    /// The body of the route's sample. Empty for a sample that is an error.
    public var sampleData: Data {
        guard !RouteMember.sampleData.isRead(of: Self.self), let sample = route.parts.sample else { return Data() }
        return (try? sample().message().body) ?? Data()
    }

    @_documentation(visibility: internal)
    public var _resolvedRoute: HTTPRoute? { HTTPRoute(of: self) }
}
