import Foundation

extension URLRequest {
    /// The request's header fields.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set { allHTTPHeaderFields = newValue.dictionary }
    }
}

extension HTTPURLResponse {
    /// The response's header fields.
    public var headers: HTTPHeaders { HTTPHeaders(foundation: allHeaderFields) }
}

extension HTTPHeaders {
    /// The fields of a dictionary of Foundation's.
    fileprivate init(foundation fields: [AnyHashable: Any]) {
        var texts: [String: String] = [:]
        for case (let name as String, let value) in fields {
            texts[name] = value as? String ?? (value as? NSNumber)?.stringValue
        }
        self.init(texts)
    }
}

extension URLSessionConfiguration {
    /// The fields that the session adds to each request that doesn't have them. Numbers become text. A value that is
    /// neither text nor a number is left out.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(foundation: httpAdditionalHeaders ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }

    /// Configurations with the fields of ``HTTPHeaders/default``.
    public static var af: AF.Type { AF.self }

    /// The members of `URLSessionConfiguration.af`.
    public enum AF {
        /// Foundation's default configuration with the fields of ``HTTPHeaders/default``.
        public static var `default`: URLSessionConfiguration { withHeaders(.default) }
        /// Foundation's ephemeral configuration with the fields of ``HTTPHeaders/default``.
        public static var ephemeral: URLSessionConfiguration { withHeaders(.ephemeral) }

        private static func withHeaders(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
            configuration.headers = .default
            return configuration
        }
    }
}
