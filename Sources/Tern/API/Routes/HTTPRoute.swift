import Foundation

/// The request of a ``RoutedTarget``'s case: a method and a path, and methods that add all the rest.
///
/// ```swift
/// .get("/users/\(login)")                                           // an argument is escaped as one path segment
/// .get("/search").query(["q": text, "page": page])                  // ?q=…&page=…, a nil is omitted
/// .post("/issues").json(draft).query(["notify": true])              // body and query compose
/// .put("/files/\(name)").file(video).timeout(.seconds(600))
/// .delete("/issues/\(number)").authorization(.bearer)
/// .get("/me").headers(["Accept": "application/json"]).sample(.json(["login": "octocat"]))
/// ```
///
/// The methods for query and body are those of ``HTTPTask``. A second body replaces the first one, and each `query` and
/// `headers` adds to those before it. Descriptions of a route never show a value.
public struct HTTPRoute: Sendable {
    /// The parts of a route, which lie behind one reference: a route is copied more often than it is changed.
    package struct Parts: Sendable {
        package var method: HTTPMethod
        package let path: Path
        /// The query and the body.
        package var task = HTTPTask.plain
        package var headers: HTTPHeaders = [:]

        // `nil` for the common value.
        package var crossOriginHeaders: Set<String>?
        package var validation: Validation?
        package var authorization: Authorization?
        package var timeout: Duration?
        /// `nil` for the idle timeout of the transport.
        var idleTimeout: Duration?
        /// `nil` if a stubbed call fails with `.missingSample`.
        package var sample: (@Sendable () -> SampleResponse)?

        /// The type of the target, once all properties of the target are in the route.
        var targetType: ObjectIdentifier?
    }

    private var storage: CopyOnWrite<Parts>

    package var parts: Parts {
        _read { yield storage.value }
        _modify { yield &storage.value }
    }

    /// A route with any method, such as `HTTPRoute("PROPFIND", "/files/\(name)")`.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below the target's base URL. Empty by default, for the base URL itself.
    public init(_ method: HTTPMethod, _ path: Path = "") {
        storage = CopyOnWrite(Parts(method: method, path: path))
    }

    /// A GET request for this path below the target's base URL. By default, for the base URL itself.
    public static func get(_ path: Path = "") -> HTTPRoute { HTTPRoute(.get, path) }
    /// A HEAD request for this path.
    public static func head(_ path: Path = "") -> HTTPRoute { HTTPRoute(.head, path) }
    /// A POST request for this path.
    public static func post(_ path: Path = "") -> HTTPRoute { HTTPRoute(.post, path) }
    /// A PUT request for this path.
    public static func put(_ path: Path = "") -> HTTPRoute { HTTPRoute(.put, path) }
    /// A PATCH request for this path.
    public static func patch(_ path: Path = "") -> HTTPRoute { HTTPRoute(.patch, path) }
    /// A DELETE request for this path.
    public static func delete(_ path: Path = "") -> HTTPRoute { HTTPRoute(.delete, path) }
    /// An OPTIONS request for this path.
    public static func options(_ path: Path = "") -> HTTPRoute { HTTPRoute(.options, path) }
    /// A QUERY request for this path (RFC 10008), whose body describes the query.
    public static func query(_ path: Path = "") -> HTTPRoute { HTTPRoute(.query, path) }

    /// This route with more header fields. They replace fields with the same names of the route, and common ones.
    public func headers(_ headers: HTTPHeaders) -> HTTPRoute {
        changing { $0.headers = $0.headers.merging(headers) }
    }

    /// This route with names of header fields that stay in the request when a redirect leads to another origin, see
    /// ``TargetType/crossOriginHeaders``.
    public func crossOriginHeaders(_ names: Set<String>) -> HTTPRoute {
        changing { $0.crossOriginHeaders = names }
    }

    /// This route with the responses that its calls accept. `.successCodes` by default: 200..<300.
    public func validation(_ validation: Validation) -> HTTPRoute {
        changing { $0.validation = validation }
    }

    /// This route with the scheme of its credentials, which a plugin such as `AuthorizationPlugin` adds. `.none` by
    /// default.
    public func authorization(_ authorization: Authorization) -> HTTPRoute {
        changing { $0.authorization = authorization }
    }

    /// This route with the longest time for one attempt, see ``TargetType/timeout``.
    public func timeout(_ timeout: Duration) -> HTTPRoute {
        changing { $0.timeout = timeout }
    }

    /// This route with the longest time without a sent or received byte, see ``Request/idleTimeout``: for example for a
    /// stream of events that stays quiet for hours. By default, the idle timeout of the transport applies.
    public func idleTimeout(_ idleTimeout: Duration) -> HTTPRoute {
        changing { $0.idleTimeout = idleTimeout }
    }

    /// This route with the response of its stubs: `.sample(.json(["login": login]))`. It is made once for each stubbed
    /// attempt.
    public func sample(_ sample: @escaping @autoclosure @Sendable () -> SampleResponse) -> HTTPRoute {
        changing { $0.sample = sample }
    }

    /// `consuming`, so that a new route is changed in place.
    consuming func changing(_ change: (inout Parts) -> Void) -> HTTPRoute {
        change(&parts)
        return self
    }
}

extension HTTPRoute: CustomStringConvertible, TextReflectable {
    /// The method and the kinds of body and query, without the path and without values: `POST, json body`.
    public var description: String { "\(parts.method), \(parts.task)" }
}
