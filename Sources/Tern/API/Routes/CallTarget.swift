import Foundation

/// An API whose requests are declared one by one, each in a line with the type of its value.
///
/// ```swift
/// struct GitHub: CallTarget {
///     let request: NamedRoute
///     var baseURL: URL { URL(string: "https://api.github.com")! }
/// }
///
/// extension Call<GitHub, User> {
///     static func user(_ login: String) -> Self { .init(.get("/users/\(login)").sample(.json(["login": login]))) }
///     static func create(_ draft: Draft) -> Self { .init(.post("/users").json(draft).authorization(.bearer)) }
/// }
///
/// let user = try await github.value(.user("octocat"))     // User
/// ```
///
/// All properties of ``RoutedTarget`` come from the route of the call and from ``RoutedTarget/common``. In texts, logs,
/// metrics and recordings, the call has the name of its declaration, without arguments: `GitHub.user(_:)`.
///
/// Two targets are equal if their requests are equal: method, path, query, fields and body. A body is encoded once for
/// all comparisons. A request with a streamed body, or with one that can't be encoded, is equal only to its copies.
///
/// A public target declares its initializer: `public init(request: NamedRoute) { self.request = request }`.
public protocol CallTarget: RoutedTarget, Equatable, CustomStringConvertible {
    /// The route of a call, with the name of its declaration. ``Call`` makes it.
    var request: NamedRoute { get }

    /// A target that makes this request.
    init(request: NamedRoute)
}

extension CallTarget {
    public var route: HTTPRoute { request.route }

    /// The type, and the name of the call without its arguments: `GitHub.user(_:)`.
    public var description: String { targetName(of: self) }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.request == rhs.request }
}

extension Call where Target: CallTarget {
    /// A call whose value is decoded from the body, declared in one line.
    ///
    /// - Parameters:
    ///   - route: The request of the call.
    ///   - keyPath: The place of the value in the body, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's decoder by default.
    ///   - name: The name of the call in texts. The declaration that contains the initializer by default: `user(_:)`.
    public init(
        _ route: HTTPRoute,
        at keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        name: StaticString = #function
    ) where Value: Decodable {
        self.init(Target(request: NamedRoute(route, name: name)), at: keyPath, using: decoder)
    }

    /// A call whose value is created by a closure, declared in one line.
    ///
    /// ```swift
    /// static var zen: Self { .init(.get("/zen")) { try $0.string() } }
    /// ```
    ///
    /// - Parameters:
    ///   - route: The request of the call.
    ///   - name: The name of the call in texts. The declaration that contains the initializer by default.
    ///   - value: Creates the value of a response that passed validation. An error that isn't a `TernError` reaches the
    ///     caller as `TernError.Code.decodingFailed`.
    public init(
        _ route: HTTPRoute,
        name: StaticString = #function,
        value: @escaping @Sendable (Response) throws -> sending Value
    ) {
        self.init(Target(request: NamedRoute(route, name: name)), value: value)
    }
}
