import Foundation

extension NetworkLoggerPlugin.Configuration {
    /// Makes the lines of a log.
    public struct Formatter {
        /// Makes the text of a body.
        public typealias DataFormatterType = @Sendable (Data) -> (String)
        /// Makes a line from the name of a part and its text.
        public typealias EntryFormatterType =
            @Sendable (_ identifier: String, _ message: String, _ target: TargetType) -> String

        /// Makes a line.
        @preconcurrency public var entry: EntryFormatterType
        /// Makes the text of a request's body.
        @preconcurrency public var requestData: DataFormatterType
        /// Makes the text of a response's body.
        @preconcurrency public var responseData: DataFormatterType

        /// A formatter of closures. By default, bodies are text in UTF-8.
        @preconcurrency public init(
            entry: @escaping EntryFormatterType = defaultEntryFormatter,
            requestData: @escaping DataFormatterType = defaultDataFormatter,
            responseData: @escaping DataFormatterType = defaultDataFormatter
        ) {
            self.entry = entry
            self.requestData = requestData
            self.responseData = responseData
        }

        /// The body as text in UTF-8.
        @Sendable public static func defaultDataFormatter(_ data: Data) -> String {
            String(data: data, encoding: .utf8) ?? "## Cannot map data to String ##"
        }

        /// A line with the date, the name of the part and its text.
        @Sendable public static func defaultEntryFormatter(
            identifier: String,
            message: String,
            target: TargetType
        ) -> String {
            let date = DateFormatter.localizedString(from: Date(), dateStyle: .short, timeStyle: .short)
            return "Moya_Logger: [\(date)] \(identifier): \(message)"
        }
    }
}
