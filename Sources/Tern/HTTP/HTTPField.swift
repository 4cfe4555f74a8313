/// What HTTP lets a field line be (RFC 9110, section 5): checked before anything is sent.
enum HTTPField {
    /// Whether a text is a token, as field names and methods have to be.
    static func isToken(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        let token = ByteSet.token
        for byte in text.utf8 where !token.contains(byte) { return false }
        return true
    }

    /// Whether a field value has no CR, LF or NUL, which would end the field line or the text.
    static func isValid(value: String) -> Bool {
        for byte in value.utf8 where byte <= 13 && (byte == 13 || byte == 10 || byte == 0) { return false }
        return true
    }

    /// Refuses a field that would change the message around it, with code `.invalidField`. Its value is not quoted.
    static func check(name: String, value: String) throws(TernError) {
        guard isToken(name) else {
            throw TernError(.invalidField, reason: "\(name.debugDescription) is not a field name.")
        }
        guard isValid(value: value) else {
            throw TernError(.invalidField, reason: "The value of \(name) contains CR, LF or NUL.")
        }
    }

    static func check(method: String) throws(TernError) {
        guard isToken(method) else {
            throw TernError(.invalidField, reason: "\(method.debugDescription) is not a method name.")
        }
    }
}
