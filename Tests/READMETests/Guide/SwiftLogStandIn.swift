/// The part of swift-log's API that the guide needs, so that its snippet compiles without the package.
enum Logging {
    struct Logger: Sendable {
        struct Message: ExpressibleByStringInterpolation, Sendable {
            let text: String

            init(stringLiteral text: String) { self.text = text }
        }

        let write: @Sendable (_ level: String, _ text: String) -> Void

        func debug(_ message: @autoclosure () -> Message) { write("debug", message().text) }
        func info(_ message: @autoclosure () -> Message) { write("info", message().text) }
        func error(_ message: @autoclosure () -> Message) { write("error", message().text) }
    }
}
