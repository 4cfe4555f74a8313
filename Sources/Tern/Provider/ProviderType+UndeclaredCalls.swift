import Foundation

/// The value of a case without a ``Call``. It has every member, so that the error names the missing declaration and not a
/// missing member.
@dynamicMemberLookup
@_documentation(visibility: internal)
public struct _NotDeclared: Sendable {
    public subscript(dynamicMember name: String) -> _NotDeclared { self }
}

// A case without a `Call` would otherwise fail with an error about labels, or about a member that `Call` doesn't have.
// There are two overloads of each method, since the caller may name the type of the value or not.
extension ProviderType {
    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:as:).")
    @_documentation(visibility: internal)
    public func value(_ target: Target, options: CallOptions = CallOptions()) async throws(TernError) -> _NotDeclared {
        _NotDeclared()
    }

    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:as:).")
    @_documentation(visibility: internal)
    public func value<Value>(_ target: Target, options: CallOptions = CallOptions()) async throws(TernError) -> Value {
        throw TernError(.decodingFailed)
    }

    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:as:).")
    @_documentation(visibility: internal)
    public func valueAndResponse(
        _ target: Target,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: _NotDeclared, response: Response) {
        throw TernError(.decodingFailed)
    }

    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:as:).")
    @_documentation(visibility: internal)
    public func valueAndResponse<Value>(
        _ target: Target,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: Value, response: Response) {
        throw TernError(.decodingFailed)
    }
    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:completion:).")
    @_documentation(visibility: internal)
    @discardableResult
    public func value(
        _ target: Target,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue? = nil,
        completion: @escaping (Result<_NotDeclared, TernError>) -> Void
    ) -> CallHandle {
        request(target) { _ in }
    }
}
