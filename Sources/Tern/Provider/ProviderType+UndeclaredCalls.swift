import Foundation

extension CallOptions {
    /// The value of a case without a ``Call``. It has every member, so that the error names the missing declaration and
    /// not a missing member.
    @dynamicMemberLookup
    @_documentation(visibility: internal)
    public struct _Undeclared: Sendable {
        public subscript(dynamicMember name: String) -> _Undeclared { self }
    }
}

// A case without a `Call` would otherwise fail with an error about labels, or about a member that `Call` doesn't have.
// There are two overloads of each method, since the caller may name the type of the value or not.
extension ProviderType {
    @available(*, unavailable, message: "Declare a Call for this case, or use request(_:as:).")
    @_documentation(visibility: internal)
    public func value(_ target: Target, options: CallOptions = CallOptions()) async throws(TernError)
        -> CallOptions._Undeclared
    {
        CallOptions._Undeclared()
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
    ) async throws(TernError) -> (value: CallOptions._Undeclared, response: Response) {
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
        completion: @escaping (Result<CallOptions._Undeclared, TernError>) -> Void
    ) -> CallHandle {
        request(target) { _ in }
    }
}
