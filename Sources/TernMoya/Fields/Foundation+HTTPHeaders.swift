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
    public var headers: HTTPHeaders { HTTPHeaders(allHeaderFields as? [String: String] ?? [:]) }
}

extension URLSessionConfiguration {
    /// The fields that the session adds to each request that doesn't have them.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
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
