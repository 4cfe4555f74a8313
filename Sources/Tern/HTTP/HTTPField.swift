/// The rules for field lines (RFC 9110, section 5). Tern checks them before it sends a request.
enum HTTPField {
    /// Whether a text is a token, the syntax of field names and methods.
    static func isToken(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        let token = ByteSet.token
        for byte in text.utf8 where !token.contains(byte) { return false }
        return true
    }

    /// Whether a field value has no CR, LF or NUL. CR and LF would end the field line, NUL would end the text.
    static func isValid(value: String) -> Bool {
        for byte in value.utf8 where byte <= 13 && (byte == 13 || byte == 10 || byte == 0) { return false }
        return true
    }

    /// The beginning of a name that can be shown: its leading letters and hyphens. If a name and a value are swapped,
    /// a malformed name may be a secret, such as `Bearer abc123`.
    static func safeStart(ofName name: String) -> Substring {
        name.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
    }

    /// Throws `.invalidField` for a field that would change the message around it. The error quotes neither the value
    /// nor a malformed name.
    static func check(name: String, value: String) throws(TernError) {
        guard isToken(name) else {
            throw TernError(.invalidField, reason: reason(ofInvalidName: name))
        }
        guard isValid(value: value) else {
            throw TernError(.invalidField, reason: "The value of \(name) contains CR, LF or NUL.")
        }
    }

    private static func reason(ofInvalidName name: String) -> String {
        let bytes = Array(name.utf8)
        guard let index = bytes.firstIndex(where: { !ByteSet.token.contains($0) }) else {
            return "The name of a field is empty."
        }
        let code = String(bytes[index], radix: 16, uppercase: true)
        let start = safeStart(ofName: name)
        let field = start.isEmpty ? "A field name" : "The field name that begins with \"\(start)\""
        return "\(field) is not valid: byte \(index + 1) is 0x\(code.count < 2 ? "0" : "")\(code)."
    }

    static func check(method: String) throws(TernError) {
        guard isToken(method) else {
            throw TernError(.invalidField, reason: "\(method.debugDescription) is not a valid method name.")
        }
    }

    /// Throws `.invalidField` for a body that the method doesn't allow. TRACE has none (RFC 9110, section 9.3.8). With
    /// HEAD it has no meaning, and servers may take it for another request (section 9.3.2).
    static func check(_ body: RequestBody?, with method: HTTPMethod) throws(TernError) {
        guard let body, body.length != 0, method == .head || method == .trace else { return }
        throw TernError(
            .invalidField,
            reason: "A \(method) request has no body (RFC 9110, section 9.3).",
            advice: "Remove the body from the target's task, or use another method."
        )
    }
}
