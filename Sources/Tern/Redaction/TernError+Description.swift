import Foundation

extension TernError: CustomStringConvertible, CustomDebugStringConvertible, TextReflectable {
    /// One line for developers: code, target, request, reason, underlying error, next step. Of a JSON body, it has the
    /// keys, and the members that describe an error: see ``Redaction``.
    ///
    /// If the reason ends with a part of the body, the next step begins a new line.
    public var description: String {
        var parts = ["\(code)"]
        if let target { parts.append("in \(targetName(of: target))") }
        if let request { parts.append("(\(Redaction.line(of: request)))") }
        if attempts > 1 { parts.append("after \(attempts) attempts") }
        parts[parts.count - 1] += ":"
        parts += [redacted(reason), underlyingText.map { "(\($0))" }].compactMap(\.self).filter { !$0.isEmpty }
        let advice = redacted(advice)
        let separator = quotesBody ? "\n" : " "
        let text = parts.joined(separator: " ") + (advice.isEmpty ? "" : separator + advice)
        return Redaction.printable(text, keepsLines: true)
    }

    /// Whether the reason ends with a part of the response's body.
    private var quotesBody: Bool {
        switch code {
        case .decodingFailed, .unacceptableStatus, .unacceptableMediaType: response?.data.isEmpty == false
        default: false
        }
    }

    /// ``description``, and below it, one line each: `NSError` domain and code, attempts, request and response with
    /// their fields, the underlying error, and the descriptions of earlier failures. Secrets are redacted.
    public var debugDescription: String {
        var lines = [description, "- NSError: \(Self.errorDomain) \(errorCode)", "- attempts: \(attempts)"]
        if let request {
            let length = request.body.map { body in body.length.map { ", \($0) bytes" } ?? ", a stream" }
            lines.append("- request: \(Redaction.line(of: request))\(length ?? "")")
            lines += fieldLines(request.headers)
        }
        if let response {
            let url = response.url.map { " from \(Redaction.text(ofURL: $0.absoluteString))" } ?? ""
            lines.append("- response: \(response)\(url)")
            lines += fieldLines(response.headers)
        }
        if let underlying { lines.append("- underlying: \(debugText(of: underlying))") }
        for (index, failure) in earlierFailures.enumerated() {
            lines.append("- earlier failure \(index + 1) of \(earlierFailures.count): \(failure)")
        }
        // All lines are scrubbed at once, since scrubbing reads the body of the request.
        let text = Redaction.scrub(lines.joined(separator: "\n"), request: anyRequest, hiding: secrets)
        return Redaction.printable(text, keepsLines: true)
    }

    /// The underlying error on one line, without its secrets. `nil` if `reason` already contains its text.
    var underlyingText: String? {
        guard let underlying else { return nil }
        // The reason contains the text of an encoder's or decoder's error, without the values that the error may quote.
        guard code != .decodingFailed, code != .encodingFailed, code != .cancelled else { return nil }
        let text = knownText(of: underlying) ?? "\(type(of: underlying)): \(redacted(foreign: "\(underlying)"))"
        return Redaction.printable(text)
    }

    // MARK: - Private

    private var anyRequest: Request? { request ?? response?.request }

    private func redacted(_ text: String) -> String {
        Redaction.text(ofReason: text, about: anyRequest, hiding: secrets)
    }

    private func redacted(foreign text: String) -> String {
        Redaction.text(ofForeign: text, about: anyRequest, hiding: secrets)
    }

    private func fieldLines(_ headers: HTTPHeaders) -> [String] {
        headers.map { "    \($0)" }
    }

    private func debugText(of underlying: any Error) -> String {
        if let error = underlying as? TernError {
            return error.debugDescription.replacingOccurrences(of: "\n", with: "\n    ")
        }
        if let text = knownText(of: underlying) { return text }
        let type = String(reflecting: type(of: underlying))
        guard underlyingText != nil else { return type }
        return "\(type): \(redacted(foreign: String(reflecting: underlying)))"
    }

    /// A replacement for the text of an error that quotes values, or that lists URLs in `userInfo`.
    private func knownText(of underlying: any Error) -> String? {
        if underlying is EncodingError || underlying is DecodingError { return "\(type(of: underlying))" }
        if let error = underlying as? URLError { return "URLError \(error.code.rawValue)" }
        // Its text lists the path of the file and other values, in no order.
        if let error = underlying as? CocoaError, error.userInfo[NSFilePathErrorKey] != nil {
            let cause = error.underlying.map { $0 as NSError }.flatMap { $0.domain == NSPOSIXErrorDomain ? $0 : nil }
            let text = cause.map { ": \(String(cString: strerror(Int32(truncatingIfNeeded: $0.code))))" }
            return "CocoaError \(error.code.rawValue)\(text ?? "")"
        }
        guard type(of: underlying) is NSError.Type else { return nil }
        let error = underlying as NSError
        let text = error.userInfo[NSLocalizedDescriptionKey] as? String
        let shown = text.map { ": \(redacted(foreign: $0))" } ?? ""
        return "NSError \(error.domain) \(error.code)\(shown)"
    }
}
