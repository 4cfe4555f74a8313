// Names of Moya's types, so that code that still uses them gets a compile error with the name of Tern's type. If a file
// also imports Moya, these names refer to Moya's types, since Swift prefers available declarations.

@available(*, unavailable, renamed: "Provider")
public typealias MoyaProvider<Target: TargetType> = Provider<Target>

@available(*, unavailable, renamed: "ProviderType")
public typealias MoyaProviderType = ProviderType

@available(*, unavailable, renamed: "TernError")
public typealias MoyaError = TernError

@available(*, unavailable, renamed: "Plugin")
public typealias PluginType = Plugin

@available(*, unavailable, renamed: "Request")
public typealias RequestType = Request

@available(*, unavailable, renamed: "Validation")
public typealias ValidationType = Validation

@available(*, unavailable, renamed: "Authorization")
public typealias AuthorizationType = Authorization

@available(*, unavailable, message: "Every target has an `authorization`. Declare `var authorization: Authorization`.")
public typealias AccessTokenAuthorizable = Sendable

@available(*, unavailable, renamed: "AuthorizationPlugin")
public typealias AccessTokenPlugin = AuthorizationPlugin
