extension HTTPRoute {
    /// Values for all routes of a ``RoutedTarget``.
    ///
    /// ```swift
    /// var common: HTTPRoute.Common {
    ///     .init(headers: ["Accept": "application/json"], authorization: .bearer, timeout: .seconds(20))
    /// }
    /// ```
    ///
    /// A value that a route sets itself replaces the common one. Header fields of a route are sent with the common ones,
    /// and replace those with the same name.
    public struct Common: Sendable {
        /// The header fields of all requests, see ``TargetType/headers``. None by default.
        public var headers: HTTPHeaders
        /// Names of header fields that stay in a request when a redirect leads to another origin, see
        /// ``TargetType/crossOriginHeaders``. None by default.
        public var crossOriginHeaders: Set<String>
        /// The responses that calls accept. `.successCodes` by default: 200..<300.
        public var validation: Validation
        /// The authentication scheme for credentials, see ``TargetType/authorization``. `.none` by default.
        public var authorization: Authorization
        /// The longest time for one attempt, see ``TargetType/timeout``. `nil`, the default, for
        /// ``ProviderConfiguration/timeout``.
        public var timeout: Duration?

        /// Values for all routes, with the defaults of a target.
        public init(
            headers: HTTPHeaders = [:],
            crossOriginHeaders: Set<String> = [],
            validation: Validation = .successCodes,
            authorization: Authorization = .none,
            timeout: Duration? = nil
        ) {
            self.headers = headers
            self.crossOriginHeaders = crossOriginHeaders
            self.validation = validation
            self.authorization = authorization
            self.timeout = timeout
        }
    }

    /// This route of a target, with the common values that it doesn't set itself.
    consuming func resolved(with common: Common, of target: some TargetType) -> HTTPRoute {
        changing { parts in
            parts.headers = common.headers.merging(parts.headers)
            parts.crossOriginHeaders = parts.crossOriginHeaders ?? common.crossOriginHeaders
            parts.validation = parts.validation ?? common.validation
            parts.authorization = parts.authorization ?? common.authorization
            parts.timeout = parts.timeout ?? common.timeout
            parts.targetType = ObjectIdentifier(type(of: target))
        }
    }
}
