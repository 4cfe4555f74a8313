import Foundation
import Tern

/// Writes requests and responses as texts, with secrets redacted.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [LogPlugin()])                    // one line per call, printed
/// let issues = Provider<Issues>(plugins: [LogPlugin(.bodies()) { entry in
///     if entry.level >= .info { file.write(entry.text) }
/// }])
/// ```
///
/// Place it last to log each attempt, with the fields that other plugins have set. Place it first to log each call
/// once.
///
/// The text of an entry is created when the sink reads it. The sink runs on the call's thread, and several calls may
/// call it at once. Tern holds no lock meanwhile, so a sink may block or make calls. A sink that blocks delays only the
/// call that it logs.
public struct LogPlugin: Plugin {
    /// Receives the entries.
    public typealias Sink = @Sendable (_ entry: Entry) -> Void

    private let style: Style
    private let exposesSecrets: Bool
    private let sink: Sink

    /// A plugin that redacts secrets in fields, URLs, bodies and errors, by the rules of the provider's
    /// `ProviderConfiguration.redaction`.
    ///
    /// - Parameters:
    ///   - style: The parts of a call that are written. One line by default.
    ///   - sink: Receives the entries. Prints their texts by default.
    public init(_ style: Style = .line, sink: @escaping Sink = { print($0.text) }) {
        self.init(style, exposesSecrets: false, sink)
    }

    /// A plugin whose texts contain all secrets of requests and responses, such as tokens and passwords. Only for
    /// debugging: don't store or send its texts.
    ///
    /// - Parameters:
    ///   - style: Which parts of a call are written.
    ///   - sink: Receives the entries. Prints their texts by default.
    public init(exposingSecrets style: Style, sink: @escaping Sink = { print($0.text) }) {
        self.init(style, exposesSecrets: true, sink)
    }

    private init(_ style: Style, exposesSecrets: Bool, _ sink: @escaping Sink) {
        self.style = style
        self.exposesSecrets = exposesSecrets
        self.sink = sink
    }

    /// Writes the request before it is sent, unless the style is ``Style/line``, and its response or error.
    public func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        let writer = LogWriter(style: style, exposesSecrets: exposesSecrets, request: request, context: context)
        if style.hasRequests { sink(Entry(.debug, writer, .request)) }
        let stopwatch = Stopwatch(on: context.clock)
        do {
            let response = try await next(request)
            sink(Entry(.info, writer, .response(response, stopwatch.elapsed)))
            return response
        } catch let error as TernError {
            sink(Entry(error.code == .cancelled ? .info : .error, writer, .failure(error, stopwatch.elapsed)))
            throw error
        }
    }
}
