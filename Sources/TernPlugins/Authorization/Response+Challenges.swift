import Tern

extension Response {
    /// A challenge of the `WWW-Authenticate` field (RFC 9110, section 11.6.1): how to log in.
    ///
    /// ```swift
    /// let challenge = error.response?.challenges.first { $0.scheme == "bearer" }
    /// let realm = challenge?["realm"]
    /// ```
    public struct Challenge: Sendable, Hashable {
        /// The authentication scheme in lower case, such as `"basic"` or `"bearer"`.
        public let scheme: String

        /// The data of a scheme without parameters, such as the Base64 of Negotiate (section 11.2). `nil` for others.
        public let token68: String?

        let parameters: [FieldReader.Parameter]

        /// The value of a parameter without quotes, such as `"realm"`, by its name in any case. `nil` if the challenge
        /// doesn't have it. Of several values, the first one counts.
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            return parameters.first { $0.name == name }?.value
        }
    }

    /// The challenges of all `WWW-Authenticate` fields, in order. A field with a malformed part contributes only what is
    /// before that part. Empty without the field.
    public var challenges: [Response.Challenge] {
        headers.values(for: "WWW-Authenticate").flatMap(ChallengeParser.init)
    }
}

extension Response.Challenge: CustomStringConvertible, TextReflectable {
    /// The scheme and the names of the parameters: `bearer (realm, scope)`.
    public var description: String {
        parameters.isEmpty ? scheme : "\(scheme) (\(parameters.map(\.name).joined(separator: ", ")))"
    }
}
