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

    /// Throws `.invalidField` for a field that would change the message around it. The error doesn't quote the value.
    static func check(name: String, value: String) throws(TernError) {
        guard isToken(name) else {
            throw TernError(.invalidField, reason: "\(name.debugDescription) is not a valid field name.")
        }
        guard isValid(value: value) else {
            throw TernError(.invalidField, reason: "The value of \(name) contains CR, LF or NUL.")
        }
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
