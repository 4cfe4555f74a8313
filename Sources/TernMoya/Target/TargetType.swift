import Foundation

/// An API in Moya's form: the parts of its requests.
///
/// ```swift
/// enum GitHub {
///     case zen
///     case user(String)
/// }
///
/// extension GitHub: TargetType {
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: String {
///         switch self {
///         case .zen: "/zen"
///         case .user(let login): "/users/\(login)"
///         }
///     }
///     var method: Moya.Method { .get }
///     var task: Task { .requestPlain }
///     var headers: [String: String]? { nil }
/// }
/// ```
public protocol TargetType: SendableMetatype {
    /// The beginning of all URLs of the API.
    var baseURL: URL { get }
    /// Appended to the base URL as components: a `?` becomes `%3F`. An empty path appends nothing.
    var path: String { get }
    /// The request method.
    var method: HTTPMethod { get }
    /// The body of a stub's response. Empty by default.
    var sampleData: Data { get }
    /// The query, the body and the destination of the request.
    var task: Task { get }
    /// The statuses that a call accepts. `.none`, every status, by default.
    var validationType: ValidationType { get }
    /// The header fields.
    var headers: [String: String]? { get }
}

extension TargetType {
    public var validationType: ValidationType { .none }
    public var sampleData: Data { Data() }
}

extension URL {
    /// The base URL of a target with its path appended as components: a `?` in the path becomes `%3F`.
    public init<T: TargetType>(target: T) {
        let path = target.path
        self = path.isEmpty ? target.baseURL : target.baseURL.appendingPathComponent(path)
    }
}
