// A target that was written for Moya may declare a member such as `headers: [String: String]?`. Since Tern's
// requirement of that name has a default, Swift would use the default and ignore the member silently. The declarations
// below turn such a member into a compile error that names the new spelling.
//
// Each requirement of `_TargetTypeSpellings` has an associated type, which Swift infers from the member of the
// conforming type. The associated type must conform to a protocol. Tern's type conforms to it. The old type conforms to
// it as well, but that conformance is marked unavailable. `TargetType` declares the same members with their concrete
// types, so client code never sees the associated types.

/// The members of a target whose old spellings are compile errors. An implementation detail of ``TargetType``.
public protocol _TargetTypeSpellings: Sendable {
    associatedtype _Headers: _TypeOfHeaders = HTTPHeaders
    associatedtype _Method: _TypeOfMethod = HTTPMethod
    associatedtype _Timeout: _TypeOfTimeout = Duration?
    associatedtype _Authorization: _TypeOfAuthorization = Authorization
    associatedtype _ValidationType: _TypeOfUndeclared = _NotDeclared
    associatedtype _AuthorizationType: _TypeOfUndeclared = _NotDeclared

    var headers: _Headers { get }
    var method: _Method { get }
    var timeout: _Timeout { get }
    var authorization: _Authorization { get }
    var validationType: _ValidationType { get }
    var authorizationType: _AuthorizationType { get }
}

extension _TargetTypeSpellings {
    @_documentation(visibility: internal)
    public var validationType: _NotDeclared { _NotDeclared() }
    @_documentation(visibility: internal)
    public var authorizationType: _NotDeclared { _NotDeclared() }
}

/// The type of a member that a conforming type doesn't declare, and of the value of a case without a `Call`. It has every
/// member, so that the error names the missing declaration and not a missing member.
@dynamicMemberLookup
public struct _NotDeclared: Sendable {
    public subscript(dynamicMember name: String) -> _NotDeclared { self }
}

// MARK: - headers

public protocol _TypeOfHeaders {}
extension HTTPHeaders: _TypeOfHeaders {}

@available(*, unavailable, message: "Tern ignores it. Declare `var headers: HTTPHeaders`.")
extension Dictionary: _TypeOfHeaders where Key == String, Value == String {}

@available(*, unavailable, message: "Tern ignores it. Declare `var headers: HTTPHeaders`.")
extension Optional: _TypeOfHeaders where Wrapped: _TypeOfHeaders {}

// MARK: - method

public protocol _TypeOfMethod {}
extension HTTPMethod: _TypeOfMethod {}

@available(*, unavailable, message: "Tern ignores it. Declare `var method: HTTPMethod`.")
extension String: _TypeOfMethod {}

// MARK: - timeout

public protocol _TypeOfTimeout {}
public protocol _TypeOfOptionalTimeout {}
extension Optional: _TypeOfTimeout where Wrapped: _TypeOfOptionalTimeout {}
extension Duration: _TypeOfOptionalTimeout {}

@available(*, unavailable, message: "Tern ignores it. Declare `var timeout: Duration?`.")
extension Duration: _TypeOfTimeout {}

@available(*, unavailable, message: "Tern ignores it. Declare `var timeout: Duration?`, such as `.seconds(20)`.")
extension Double: _TypeOfTimeout, _TypeOfOptionalTimeout {}

@available(*, unavailable, message: "Tern ignores it. Declare `var timeout: Duration?`, such as `.seconds(20)`.")
extension Int: _TypeOfTimeout, _TypeOfOptionalTimeout {}

// MARK: - authorization, validationType, authorizationType

public protocol _TypeOfAuthorization {}
extension Authorization: _TypeOfAuthorization {}

@available(*, unavailable, message: "Tern ignores it. Declare `var authorization: Authorization`, e.g. `.none`.")
extension Optional: _TypeOfAuthorization where Wrapped == Authorization {}

public protocol _TypeOfUndeclared {}
extension _NotDeclared: _TypeOfUndeclared {}

@available(*, unavailable, message: "Tern ignores it. Declare `var validation: Validation`.")
extension Validation: _TypeOfUndeclared {}

@available(*, unavailable, message: "Tern ignores it. Declare `var authorization: Authorization`.")
extension Authorization: _TypeOfUndeclared {}

@available(*, unavailable, message: "Tern ignores it. Declare `var authorization: Authorization`, e.g. `.none`.")
extension Optional: _TypeOfUndeclared where Wrapped == Authorization {}
