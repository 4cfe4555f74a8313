import Foundation

extension TernError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError, CustomReflectable {
    /// One line: code, target, request, reason, underlying error and advice. Credentials are redacted.
    public var description: String {
        var parts = ["\(code)"]
        if let target { parts.append("in \(targetName(of: target))") }
        if let request { parts.append("(\(Redaction.line(of: request)))") }
        if attempts > 1 { parts.append("after \(attempts) attempts") }
        return parts.joined(separator: " ") + ": "
            + [safeReason, underlyingText, code.advice].compactMap(\.self)
            .joined(separator: " ")
    }

    public var debugDescription: String { description }

    public var errorDescription: String? { description }

    public var failureReason: String? { safeReason }

    public var recoverySuggestion: String? { code.advice }

    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }

    private var safeReason: String {
        Redaction.text(ofReason: reason, about: request ?? response?.request)
    }

    private var underlyingText: String? {
        guard let underlying else { return nil }
        // `reason` describes the error of an encoder or decoder already, and that error may quote a secret value.
        guard code != .decodingFailed, code != .encodingFailed, code != .cancelled else { return nil }
        if underlying is EncodingError || underlying is DecodingError { return "(\(type(of: underlying)))" }
        if let error = underlying as? URLError {
            // The error's full text contains the URL from `userInfo`, unredacted.
            return "(URLError \(error.code.rawValue))"
        }
        let request = request ?? response?.request
        if type(of: underlying) is NSError.Type {
            let error = underlying as NSError
            let text = error.userInfo[NSLocalizedDescriptionKey] as? String
            let shown = text.map { ": " + Redaction.text(ofForeign: $0, about: request) } ?? ""
            return "(NSError \(error.domain) \(error.code)\(shown))"
        }
        return "(\(type(of: underlying)): \(Redaction.text(ofForeign: "\(underlying)", about: request)))"
    }
}

/// The type and case of a target, without the case's arguments, which may be secrets.
package func targetName(of target: any TargetType) -> String {
    let target = target.innermost
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else { return "\(type(of: target))" }
    if let name = mirror.children.first?.label { return "\(type(of: target)).\(name)" }
    return target is any CustomStringConvertible ? "\(type(of: target))" : "\(type(of: target)).\(target)"
}
