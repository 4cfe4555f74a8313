import Foundation

/// Sends credentials to servers that ask for the Basic scheme.
public final class CredentialsPlugin: PluginType {
    /// Makes the credentials of a target. `nil` for none. Runs on the session's ``Session/rootQueue``.
    public typealias CredentialClosure = @Sendable (TargetType) -> URLCredential?

    private let credentialsClosure: CredentialClosure

    /// Sends the credentials that this closure makes.
    @preconcurrency public init(credentialsClosure: @escaping CredentialClosure) {
        self.credentialsClosure = credentialsClosure
    }

    public func willSend(_ request: RequestType, target: TargetType) {
        if let credential = credentialsClosure(target) { _ = request.authenticate(with: credential) }
    }
}
