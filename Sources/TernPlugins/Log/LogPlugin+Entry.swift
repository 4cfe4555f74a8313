import Tern

extension LogPlugin {
    /// The importance of an entry.
    @nonexhaustive
    public enum Level: Int, Comparable, CaseIterable, Sendable {
        /// A request that will be sent.
        case debug
        /// A response, and the end of a cancelled call.
        case info
        /// A failed call.
        case error

        public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// A request, a response or an error.
    public struct Entry: Sendable {
        enum Event {
            case request
            case response(Response, Duration)
            case failure(TernError, Duration)
        }

        /// The importance.
        public let level: Level

        private let writer: LogWriter
        private let event: Event

        init(_ level: Level, _ writer: LogWriter, _ event: Event) {
            self.level = level
            self.writer = writer
            self.event = event
        }

        /// The text, on one or more lines. It is created on each access.
        public var text: String { writer.text(of: event) }
    }
}

extension LogPlugin.Entry: CustomStringConvertible, TextReflectable {
    /// The text.
    public var description: String { text }
}
