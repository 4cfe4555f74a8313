import Foundation
import Tern

/// Writes the entries of one call.
final class LogWriter: Sendable {
    private let style: LogPlugin.Style
    private let exposesSecrets: Bool
    private let request: Request
    private let context: RequestContext

    init(style: LogPlugin.Style, exposesSecrets: Bool, request: Request, context: RequestContext) {
        self.style = style
        self.exposesSecrets = exposesSecrets
        self.request = request
        self.context = context
    }

    func text(of event: LogPlugin.Entry.Event) -> String {
        switch event {
        case .request:
            if case .curl(let limit) = style.content {
                return "\(name) >\n\(request.curl(exposingSecrets: exposesSecrets, maximumBodyBytes: limit))"
            }
            let text = lines("> \(line)", request.headers, contentType, bodyOfRequest, about: request)
            return Redaction.printable(text, keepsLines: true)
        case .response(let response, let time):
            let size = bodySize(of: response).map { ", \($0)" } ?? ""
            let cache = response.cache.map { ", \($0)" } ?? ""
            let head = "< \(response.statusCode) \(line)\(size), \(Self.text(of: time))\(cache)\(untrusted)"
            return printable(text(head, response))
        case .failure(let error, let time):
            let cache = error.response?.cache.map { ", \($0)" } ?? ""
            let head = "! \(line), \(Self.text(of: time))\(cache)\(untrusted): \(text(of: error))"
            let entry = error.response.map { text(head, $0) } ?? "\(name) \(head)"
            return printable(entry)
        }
    }

    // MARK: - Private

    /// A server may quote the credentials of an earlier attempt.
    private func printable(_ text: String) -> String {
        Redaction.printable(rules.scrub(text, request: nil, hiding: context.credentials), keepsLines: true)
    }

    private var name: String { context.attempt > 1 ? "#\(context.id), attempt \(context.attempt)" : "#\(context.id)" }

    /// Says that the request had no credentials, since its origin isn't trusted.
    private var untrusted: String { context.untrustedOriginText.map { ", \($0)" } ?? "" }

    private var rules: Redaction { exposesSecrets ? .nothing : request.redaction }

    private var line: String { rules.line(of: request) }

    /// Removes the request from the description of an error, since the line already contains it.
    private func text(of error: TernError) -> String {
        let reason = [error.shownReason, error.underlyingText.map { "(\($0))" }].compactMap(\.self).joined(
            separator: " "
        )
        let text = rules.text(ofReason: reason, about: error.request ?? request, hiding: error.secrets)
        let isOneLine = if case .line = style.content { true } else { false }
        return "\(error.code): \(text.split(whereSeparator: \.isNewline).joined(separator: isOneLine ? " " : "\n  "))"
    }

    private func text(_ head: String, _ response: Response) -> String {
        // Later plugins may have added secrets to the request, such as credentials.
        let sent = response.request ?? request
        return lines(head, response.headers, nil, body(of: response, to: sent), about: sent)
    }

    /// A head, and below it the fields and the body, if the style has them.
    private func lines(
        _ head: String,
        _ headers: HTTPHeaders,
        _ contentType: String?,
        _ body: @autoclosure () -> String?,
        about request: Request
    ) -> String {
        var lines = ["\(name) \(head)"]
        switch style.content {
        case .line, .curl: return lines[0]
        case .fields, .bodies:
            let fields = headers.map { "  \(rules.text(of: $0))" }
            // All fields are scrubbed at once, since scrubbing reads the body of the request.
            if !fields.isEmpty { lines.append(rules.scrub(fields.joined(separator: "\n"), request: request)) }
            if let contentType {
                lines.append("  \(rules.text(of: HTTPHeaders.Field(name: "Content-Type", value: contentType)))")
            }
            if case .bodies = style.content, let body = body() {
                lines.append(body.split(whereSeparator: \.isNewline).map { "  \($0)" }.joined(separator: "\n"))
            }
            return lines.joined(separator: "\n")
        }
    }

    // MARK: - Bodies

    /// The media type that the request receives from its body.
    private var contentType: String? {
        request.headers.contains("Content-Type") ? nil : request.body?.contentType
    }

    private var bodyOfRequest: String? {
        guard let body = request.body else { return nil }
        if let data = body.data {
            let type = request.headers["Content-Type"] ?? body.contentType
            return text(ofBody: data, contentType: type, isRequest: true, about: request)
        }
        let size = body.length.map { " of \($0) bytes" } ?? ""
        return body.fileURL == nil ? "(a stream\(size))" : "(a file\(size))"
    }

    private func body(of response: Response, to request: Request) -> String? {
        switch response.body {
        case .data(let data):
            data.isEmpty
                ? nil
                : text(ofBody: data, contentType: response.headers["Content-Type"], isRequest: false, about: request)
        case .file: "(a file)"
        case .stream: "(a stream)"
        }
    }

    private func bodySize(of response: Response) -> String? {
        if case .data(let data) = response.body { "\(data.count) bytes" } else { nil }
    }

    private func text(ofBody data: Data, contentType: String?, isRequest: Bool, about request: Request) -> String {
        guard case .bodies(let limit) = style.content else { return "" }
        let text = rules.text(
            ofBody: data,
            contentType: contentType,
            limit: limit,
            isRequest: isRequest,
            isPretty: true
        )
        return text.map { rules.scrub($0, request: request) } ?? "(\(Redaction.summary(of: data, contentType)))"
    }

    // MARK: - Texts

    /// A time in milliseconds below one second, otherwise in seconds. It can be negative, since clocks may jump
    /// backwards.
    private static func text(of time: Duration) -> String {
        let seconds = time / .seconds(1)
        return abs(seconds) < 1 ? "\(Int(seconds * 1000)) ms" : String(format: "%.2f s", seconds)
    }
}
