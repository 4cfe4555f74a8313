import Foundation

extension TernError: CustomStringConvertible, CustomDebugStringConvertible, TextReflectable {
    /// One line for developers: code, target, request, reason, underlying error, next step. Of a JSON body, it has the
    /// keys, and the members that describe an error: see ``Redaction``.
    ///
    /// If the reason ends with a part of the body, the next step begins a new line.
    public var description: String {
        var parts = ["\(code)"]
        if let target { parts.append("in \(targetName(of: target))") }
        if let request { parts.append("(\(redaction.line(of: request)))") }
        if attempts > 1 { parts.append("after \(attempts) attempts") }
        parts[parts.count - 1] += ":"
        parts += [redacted(shownReason), underlyingText.map { "(\($0))" }].compactMap(\.self).filter { !$0.isEmpty }
        let advice = redacted(advice)
        let separator = quotesBody ? "\n" : " "
        let text = parts.joined(separator: " ") + (advice.isEmpty ? "" : separator + advice)
        return Redaction.printable(text, keepsLines: true)
    }

    /// The reason, or a general text under rules that hide everything if the reason quotes an error of another library.
    package var shownReason: String {
        guard redaction.hidesEverything, code == .encodingFailed, let underlying, !(underlying is EncodingError) else {
            return reason
        }
        return code.guidance.explanation
    }

    /// Whether the reason ends with a part of the response's body.
    private var quotesBody: Bool {
        switch code {
        case .decodingFailed, .unacceptableStatus, .unacceptableMediaType: response?.data.isEmpty == false
        default: false
        }
    }

    /// ``description``, and below it, one line each: `NSError` domain and code, attempts, request and response with
    /// their fields and their JSON or form, the underlying error, and the descriptions of earlier failures. Secrets are
    /// redacted.
    public var debugDescription: String {
        var lines = [description, "- NSError: \(Self.errorDomain) \(errorCode)", "- attempts: \(attempts)"]
        if let request {
            let length = request.body.map { body in body.length.map { ", \($0) bytes" } ?? ", a stream" }
            lines.append("- request: \(redaction.line(of: request))\(length ?? "")")
            let type = request.headers["Content-Type"] ?? request.body?.contentType
            lines += messageLines(request.headers, request.body?.data ?? Data(), type, isRequest: true)
        }
        if let response {
            let url = response.url.map { " from \(redaction.text(ofURL: $0.absoluteString))" } ?? ""
            lines.append("- response: \(response)\(url)")
            let type = response.headers["Content-Type"]
            lines += messageLines(response.headers, response.data, type, isRequest: false)
        }
        if let underlying { lines.append("- underlying: \(debugText(of: underlying))") }
        for (index, failure) in earlierFailures.enumerated() {
            lines.append("- earlier failure \(index + 1) of \(earlierFailures.count): \(failure)")
        }
        // All lines are scrubbed at once, since scrubbing reads the body of the request.
        let text = redaction.scrub(lines.joined(separator: "\n"), request: anyRequest, hiding: secrets)
        return Redaction.printable(text, keepsLines: true)
    }

    /// The underlying error on one line, without its secrets. `nil` if `reason` already contains its text.
    package var underlyingText: String? {
        guard let underlying else { return nil }
        // The reason contains the text of an encoder's or decoder's error, without the values that the error may quote.
        guard code != .decodingFailed, code != .encodingFailed, code != .cancelled else { return nil }
        return redaction.text(of: underlying, about: anyRequest, hiding: secrets, hasSentence: !hidesUnderlyingText)
    }

    // MARK: - Private

    /// The longest text of a body, in bytes.
    private static let maximumBodyLength = 2_000

    private var anyRequest: Request? { request ?? response?.request }

    private func redacted(_ text: String) -> String {
        redaction.text(ofReason: text, about: anyRequest, hiding: secrets)
    }

    private func messageLines(_ headers: HTTPHeaders, _ body: Data, _ type: String?, isRequest: Bool) -> [String] {
        let limit = Self.maximumBodyLength
        let text = redaction.text(ofBody: body, contentType: type, limit: limit, isRequest: isRequest)
        let lines = headers.fields.map(redaction.text) + (body.isEmpty ? [] : text.map { [$0] } ?? [])
        return lines.map { "    \($0)" }
    }

    private func debugText(of underlying: any Error) -> String {
        if let error = underlying as? TernError {
            return error.debugDescription.replacingOccurrences(of: "\n", with: "\n    ")
        }
        return underlyingText ?? "\(type(of: underlying))"
    }
}
