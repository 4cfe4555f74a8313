import Foundation

/// Writes parameters into the query, or into a body with the media type `application/x-www-form-urlencoded`.
///
/// Keys are sorted.
public struct URLEncoding: ParameterEncoding, Sendable {
    /// The place of the parameters.
    public enum Destination: Sendable {
        /// The query for GET, HEAD and DELETE, and the body for other methods.
        case methodDependent
        /// The query.
        case queryString
        /// The body.
        case httpBody

        func isURL(for method: HTTPMethod) -> Bool {
            switch self {
            case .methodDependent: [.get, .head, .delete].contains(method)
            case .queryString: true
            case .httpBody: false
            }
        }
    }

    /// The keys of an array's elements.
    public enum ArrayEncoding: Sendable {
        /// `key[]`.
        case brackets
        /// `key`.
        case noBrackets
        /// `key[0]`.
        case indexInBrackets
        /// The result of a closure.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)

        func key(_ key: String, at index: Int) -> String {
            switch self {
            case .brackets: key + "[]"
            case .noBrackets: key
            case .indexInBrackets: "\(key)[\(index)]"
            case .custom(let makeKey): makeKey(key, index)
            }
        }
    }

    /// The text of a `Bool`.
    public enum BoolEncoding: Sendable {
        /// `1` and `0`.
        case numeric
        /// `true` and `false`.
        case literal

        func text(_ value: Bool) -> String { self == .numeric ? (value ? "1" : "0") : (value ? "true" : "false") }
    }

    /// The place depends on the method.
    public static var `default`: URLEncoding { URLEncoding() }
    /// The parameters are in the query.
    public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
    /// The parameters are in the body.
    public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

    /// The place of the parameters.
    public let destination: Destination
    /// The keys of an array's elements.
    public let arrayEncoding: ArrayEncoding
    /// The text of a `Bool`.
    public let boolEncoding: BoolEncoding

    /// An encoding with these settings.
    public init(
        destination: Destination = .methodDependent,
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    public func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        if destination.isURL(for: HTTPMethod(rawValue: request.httpMethod ?? "GET")) {
            guard let url = request.url else { throw AFError.parameterEncodingFailed(reason: .missingURL) }
            if !parameters.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
                parts.percentEncodedQuery = [parts.percentEncodedQuery, query(parameters)].compactMap(\.self)
                    .joined(separator: "&")
                request.url = parts.url
            }
        } else {
            if request.value(forHTTPHeaderField: "Content-Type") == nil {
                let type = "application/x-www-form-urlencoded; charset=utf-8"
                request.setValue(type, forHTTPHeaderField: "Content-Type")
            }
            request.httpBody = Data(query(parameters).utf8)
        }
        return request
    }

    /// The percent-encoded pairs of one parameter.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        switch value {
        case let object as [String: Any]:
            object.sorted { $0.key < $1.key }
                .flatMap { queryComponents(fromKey: "\(key)[\($0.key)]", value: $0.value) }
        case let array as [Any]:
            array.enumerated().flatMap { index, value in
                queryComponents(fromKey: arrayEncoding.key(key, at: index), value: value)
            }
        case let bool as Bool where Self.isBool(value):
            [(escape(key), escape(boolEncoding.text(bool)))]
        default:
            [(escape(key), escape("\(value)"))]
        }
    }

    /// The text, percent-encoded for a query (RFC 3986, section 3.4). `/` and `?` stay as they are.
    public func escape(_ string: String) -> String {
        string.addingPercentEncoding(withAllowedCharacters: Self.allowed) ?? string
    }

    // MARK: - Private

    private static let allowed: CharacterSet = {
        var set = CharacterSet.urlQueryAllowed
        set.remove(charactersIn: ":#[]@!$&'()*+,;=")
        return set
    }()

    private static func isBool(_ value: Any) -> Bool {
        if type(of: value) == Bool.self { return true }
        #if canImport(ObjectiveC)
            // There are two numbers of Bool in a process.
            return (value as? NSNumber).map { $0 === NSNumber(value: true) || $0 === NSNumber(value: false) } ?? false
        #else
            // An NSNumber of a Bool has the type "c", and so has one of Int8.
            return (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
        #endif
    }

    private func query(_ parameters: Parameters) -> String {
        parameters.sorted { $0.key < $1.key }
            .flatMap { queryComponents(fromKey: $0.key, value: $0.value) }
            .map { "\($0)=\($1)" }
            .joined(separator: "&")
    }
}
