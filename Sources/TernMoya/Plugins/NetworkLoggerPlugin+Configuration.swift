import Foundation

extension NetworkLoggerPlugin {
    /// What a logger prints, and where.
    public struct Configuration {
        /// Receives the lines of a request or a response: of a request on the session's ``Session/rootQueue``, of a
        /// response on the callback queue.
        public typealias OutputType = @Sendable (_ target: TargetType, _ items: [String]) -> Void

        /// Makes the lines.
        public var formatter: Formatter
        /// Receives the lines.
        @preconcurrency public var output: OutputType
        /// The parts that are printed.
        public var logOptions: LogOptions

        /// A configuration. By default, it prints the method and the header fields of requests.
        @preconcurrency public init(
            formatter: Formatter = Formatter(),
            output: @escaping OutputType = defaultOutput,
            logOptions: LogOptions = .default
        ) {
            self.formatter = formatter
            self.output = output
            self.logOptions = logOptions
        }

        /// Prints each line to standard output.
        @Sendable public static func defaultOutput(target: TargetType, items: [String]) {
            for item in items { print(item) }
        }
    }
}

extension NetworkLoggerPlugin.Configuration {
    /// The parts of requests and responses that are printed.
    public struct LogOptions: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The method of the request.
        public static let requestMethod = LogOptions(rawValue: 1 << 0)
        /// The body of the request.
        public static let requestBody = LogOptions(rawValue: 1 << 1)
        /// The header fields of the request.
        public static let requestHeaders = LogOptions(rawValue: 1 << 2)
        /// The request as a curl command, instead of its other parts.
        public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
        /// The body of every response.
        public static let successResponseBody = LogOptions(rawValue: 1 << 4)
        /// The body of a response that isn't accepted.
        public static let errorResponseBody = LogOptions(rawValue: 1 << 5)

        /// The method and the header fields of requests.
        public static let `default`: LogOptions = [requestMethod, requestHeaders]
        /// All parts.
        public static let verbose: LogOptions = [
            requestMethod, requestHeaders, requestBody, successResponseBody, errorResponseBody,
        ]
    }
}
