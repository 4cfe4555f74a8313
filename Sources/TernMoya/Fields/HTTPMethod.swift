import Foundation

/// A request method. Alamofire's type, which Moya calls `Method`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// CONNECT.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// DELETE.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// GET.
    public static let get = HTTPMethod(rawValue: "GET")
    /// HEAD.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// OPTIONS.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// PATCH.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// POST.
    public static let post = HTTPMethod(rawValue: "POST")
    /// PUT.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// QUERY.
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// TRACE.
    public static let trace = HTTPMethod(rawValue: "TRACE")

    /// Whether a multipart form can be sent with this method: POST, PUT, PATCH and CONNECT.
    public var supportsMultipart: Bool { [.post, .put, .patch, .connect].contains(self) }
}

extension URLRequest {
    /// The request's method as a value.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init) }
        set { httpMethod = newValue?.rawValue }
    }
}
