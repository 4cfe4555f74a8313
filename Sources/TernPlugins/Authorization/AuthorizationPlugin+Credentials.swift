import Foundation
import Tern

extension AuthorizationPlugin {
    /// The credentials of one request: a token, or a user and a password. Their description is redacted.
    public struct Credentials: Sendable {
        private enum Content {
            case token(String)
            case user(String, password: String)
        }

        private let content: Content

        /// A token, for any scheme. It follows the name of the scheme unchanged. For Basic, it is the encoded pair of
        /// user and password.
        public static func token(_ token: String) -> Credentials { Credentials(content: .token(token)) }

        /// A user and a password for Basic (RFC 7617), in UTF-8 and Unicode's normalization form C.
        ///
        /// A user with a colon, or a control character in either text, fails with `.invalidField`, since RFC 7617,
        /// section 2, doesn't allow them.
        public static func user(_ user: String, password: String) -> Credentials {
            Credentials(content: .user(user, password: password))
        }
    }
}

extension AuthorizationPlugin.Credentials {
    /// The value of the `Authorization` field. No error quotes the credentials.
    func fieldValue(of scheme: String) throws(TernError) -> String {
        guard HTTPField.isToken(scheme) else {
            let reason = "The target's authorization scheme \(scheme.debugDescription) is not a token."
            throw TernError(.invalidField, reason: reason, advice: "Correct the target's `authorization`.")
        }
        switch content {
        case .token(let token): return try Self.fieldValue(of: scheme, token: token)
        case .user(let user, let password): return try Self.fieldValue(of: scheme, user: user, password: password)
        }
    }

    private static func fieldValue(of scheme: String, token: String) throws(TernError) -> String {
        let advice = "Check the token that the source returns."
        guard let first = token.utf8.first, let last = token.utf8.last else {
            throw TernError(
                .invalidField,
                reason: "The token for the Authorization field is empty.",
                advice: "Return nil if there is no token."
            )
        }
        guard !token.utf8.contains(where: isControl) else {
            let reason = "The token for the Authorization field contains a line break or another control character."
            throw TernError(.invalidField, reason: reason, advice: advice)
        }
        guard first != UInt8(ascii: " "), last != UInt8(ascii: " ") else {
            throw TernError(
                .invalidField,
                reason: "The token for the Authorization field begins or ends with a space.",
                advice: advice
            )
        }
        return "\(scheme) \(token)"
    }

    private static func fieldValue(of scheme: String, user: String, password: String) throws(TernError) -> String {
        guard scheme.isEqualIgnoringASCIICase(to: "Basic") else {
            let reason = "The target requires credentials of the scheme \(scheme), not a user and a password."
            throw TernError(.missingCredentials, reason: reason, advice: "Return a token for this target.")
        }
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            let reason = "The user contains a colon, which would end it (RFC 7617, section 2)."
            throw TernError(.invalidField, reason: reason, advice: "Use a user without a colon.")
        }
        guard !user.utf8.contains(where: isControl), !password.utf8.contains(where: isControl) else {
            let reason =
                "The user or the password for the Authorization field contains a control character (RFC 7617, "
                + "section 2)."
            throw TernError(.invalidField, reason: reason, advice: "Check the end of the texts for line breaks.")
        }
        let pair = "\(user):\(password)".precomposedStringWithCanonicalMapping
        return "\(scheme) \(Data(pair.utf8).base64EncodedString())"
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}

extension AuthorizationPlugin.Credentials: CustomStringConvertible, TextReflectable {
    /// The kind of the credentials, without their values.
    public var description: String {
        switch content {
        case .token: "token \(Redaction.mark)"
        case .user: "user \(Redaction.mark)"
        }
    }
}
