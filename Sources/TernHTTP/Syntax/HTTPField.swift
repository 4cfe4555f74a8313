/// The rules for field lines (RFC 9110, section 5). Tern checks them before it sends a request.
package enum HTTPField {
    /// Whether a text is a token, the syntax of field names and methods.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.hasOnly(.token)
    }

    /// Whether a field value has no control character but tabs (RFC 9110, section 5.5). CR and LF would end the field
    /// line, NUL would end the text, and servers read the others in different ways.
    package static func isValid(value: String) -> Bool {
        !value.hasAny(.controls)
    }

    private static let lineEnds = ByteSet("\r\n\0")

    /// Whether a field value has no CR, LF or NUL. A client has to accept the others in a response.
    private static func isOneLine(value: String) -> Bool {
        !value.hasAny(lineEnds)
    }

    /// The beginning of a name that can be shown: its leading letters and hyphens. If a name and a value are swapped,
    /// a malformed name may be a secret, such as `Bearer abc123`.
    static func safeStart(ofName name: String) -> Substring {
        name.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
    }

    /// Throws `.invalidField` for a field that would change the message around it. The error quotes neither the value
    /// nor a malformed name.
    ///
    /// - Parameter isOfResponse: Whether the field is that of a sample response, which may be one that a client accepts
    ///   and must not send.
    package static func check(name: String, value: String, isOfResponse: Bool = false) throws(TernError) {
        guard isToken(name) else {
            throw TernError(.invalidField, reason: reason(ofInvalidName: name))
        }
        guard isOfResponse ? isOneLine(value: value) : isValid(value: value) else {
            let problem = isOneLine(value: value) ? "a control character" : "CR, LF or NUL"
            throw TernError(.invalidField, reason: "The value of \(name) contains \(problem).")
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

    /// Throws `.invalidField` for a method that isn't a token, or for an invalid field.
    package static func check(_ method: HTTPMethod, _ fields: HTTPHeaders) throws(TernError) {
        guard method == .get || isToken(method.rawValue) else {
            throw TernError(.invalidField, reason: "\(method.rawValue.debugDescription) is not a valid method name.")
        }
        for field in fields { try check(name: field.name, value: field.value) }
    }

    /// Throws `.invalidField` for a body that the method doesn't allow. TRACE has none (RFC 9110, section 9.3.8). With
    /// HEAD it has no meaning, and servers may take it for another request (section 9.3.2).
    package static func check(_ body: RequestBody?, with method: HTTPMethod) throws(TernError) {
        guard let body, body.length != 0, method == .head || method == .trace else { return }
        throw TernError(
            .invalidField,
            reason: "A \(method) request has no body (RFC 9110, section 9.3).",
            advice: "Remove the body from the target's task, or use another method."
        )
    }
}
