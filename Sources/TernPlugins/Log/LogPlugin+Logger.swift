#if canImport(OSLog)
    import Tern
    import OSLog

    extension LogPlugin {
        /// A plugin that writes to the unified logging system of Apple platforms.
        ///
        /// The privacy of the texts is `.public`, since secrets are redacted already. A text is created only if the
        /// system stores messages of its level.
        ///
        /// - Parameter style: The parts of a call that are written. One line by default.
        public init(_ style: Style = .line, logger: Logger) {
            self.init(style) { entry in
                logger.log(level: entry.level.type, "\(entry.text, privacy: .public)")
            }
        }
    }

    extension LogPlugin.Level {
        /// The level of a message in the unified logging system.
        public var type: OSLogType {
            switch self {
            case .debug: .debug
            case .info: .info
            case .error: .error
            }
        }
    }
#endif
