import Foundation
import Tern

/// A request, as ``PluginType/willSend(_:target:)`` receives it.
public protocol RequestType {
    /// The prepared request.
    var request: URLRequest? { get }
    /// The fields that the session adds to the request.
    var sessionHeaders: [String: String] { get }
    /// Sets the credentials for a server that asks for the Basic scheme.
    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self
    /// Sets the credentials for a server that asks for the Basic scheme.
    func authenticate(with credential: URLCredential) -> Self
    /// Passes the request as a curl command, with its secrets, to the handler.
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}

/// The user and the password for a server that asks for the Basic scheme.
struct BasicCredentials: Sendable {
    let user: String
    let password: String

    var fieldValue: String { "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }
}

/// The request that plugins receive.
struct SentRequest: RequestType {
    let request: URLRequest?
    let sessionHeaders: [String: String]
    /// Receives the credentials of a plugin.
    var credentials = Guarded<BasicCredentials?>(nil)

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> SentRequest {
        credentials.value = BasicCredentials(user: username, password: password)
        return self
    }

    func authenticate(with credential: URLCredential) -> SentRequest {
        credentials.value = BasicCredentials(user: credential.user ?? "", password: credential.password ?? "")
        return self
    }

    func cURLDescription(calling handler: @escaping (String) -> Void) -> SentRequest {
        handler(request.map(Self.curlCommand) ?? "")
        return self
    }

    static func curlCommand(of request: URLRequest) -> String {
        (try? Tern.Request(request)).map { $0.curl(exposingSecrets: true) } ?? ""
    }
}
