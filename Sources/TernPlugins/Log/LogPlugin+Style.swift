import Tern

extension LogPlugin {
    /// The parts of a call that are written.
    public struct Style: Hashable, Sendable {
        enum Content: Hashable {
            case line, fields
            case bodies(limit: Int)
            case curl(limit: Int)
        }

        let content: Content

        /// One line when the call has ended: method, URL, status, length and time, or the error.
        public static let line = Style(content: .line)

        /// The request with its fields, and the response with its fields.
        public static let fields = Style(content: .fields)

        /// Fields, and the JSON and forms of bodies in memory. JSON has a line for each member. Of other bodies in memory,
        /// the media type and the length are written. Files and streams are named, but not read.
        ///
        /// - Parameter limit: The longest text of a body, in bytes; at most 256 KiB. 4 KiB by default.
        public static func bodies(limit: Int = 4096) -> Style { Style(content: .bodies(limit: limit)) }

        /// The request as a curl command, and one line when the call has ended.
        ///
        /// - Parameter limit: The largest body in a command, in bytes. 64 KiB by default.
        public static func curl(limit: Int = 65_536) -> Style { Style(content: .curl(limit: limit)) }

        /// Whether requests are written before they are sent.
        var hasRequests: Bool { content != .line }
    }
}
