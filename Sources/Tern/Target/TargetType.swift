import Foundation

/// An API, declared as an enum: each case says what its request is made of.
///
/// Only ``baseURL`` and ``path`` have to be written; everything else has the default named below.
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
public protocol TargetType: _TargetTypeSpellings, Sendable {
    /// Scheme, host, and what all paths of the API begin with. It has to be absolute, http or https.
    var baseURL: URL { get }

    /// What comes after the base URL. How both are joined is told at `URL.init(target:)`.
    var path: String { get }

    /// The request method. `.get` by default.
    var method: HTTPMethod { get }

    /// What the request carries: query and body. `.plain`, which is neither, by default.
    var task: HTTPTask { get }

    /// Header fields of the request. None by default.
    var headers: HTTPHeaders { get }

    /// Names of header fields that may go along when a redirect leads to another origin (scheme, host and port); the
    /// case doesn't matter. Empty by default.
    ///
    /// Without being named here go only fields that are harmless anywhere: content negotiation, `User-Agent`, `Range`,
    /// conditions, cache directives, those that describe a body which goes along, and `Idempotency-Key`. A field named
    /// here goes along whatever it holds, so name one with credentials only if every origin the server may redirect to
    /// may have them.
    var crossOriginHeaders: Set<String> { get }

    /// Which responses are answers and which are errors. `.successCodes`, that is 200..<300, by default.
    var validation: Validation { get }

    /// Which credentials a plugin such as ``AccessTokenPlugin`` has to add. `.none` by default.
    var authorization: Authorization { get }

    /// How long one attempt may take from its start to the last byte of the body, on the provider's clock. `nil`,
    /// which leaves it to the transport, by default.
    var timeout: Duration? { get }

    /// The body that a stub answers with, under status 200. Empty by default, which a stub refuses with
    /// `TernError.Code.missingSample`.
    var sampleData: Data { get }
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
}
