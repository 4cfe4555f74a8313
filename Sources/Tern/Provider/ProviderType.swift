import Foundation

/// What repositories and view models hold: something that answers the cases of one target.
///
/// ```swift
/// struct UserRepository {
///     let github: any ProviderType<GitHub>
///
///     func user(_ login: String) async throws(TernError) -> User {
///         try await github.value(.user(login))
///     }
/// }
/// ```
///
/// ``Provider`` is the one that Tern ships. One of your own needs only ``response(to:options:)``.
public protocol ProviderType<Target>: Sendable {
    associatedtype Target: TargetType

    /// The response to a target's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code but `.decodingFailed`.
    func response(to target: Target, options: CallOptions) async throws(TernError) -> Response

    /// What decodes bodies where the call names none. A plain `JSONDecoder` by default.
    var decoder: JSONDecoder { get }

    /// Where callbacks run if the call names no queue; `nil`, the default, is the main queue.
    var callbackQueue: DispatchQueue? { get }
}

extension ProviderType {
    public var decoder: JSONDecoder { JSONDecoder() }
    public var callbackQueue: DispatchQueue? { nil }

    /// The response to a target's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code but `.decodingFailed`.
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await response(to: target, options: options)
    }

    /// The body of the response as a value of this type.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body the value stands, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's by default.
    /// - Throws: `TernError`; with code `.decodingFailed` if the body is something else.
    public func request<Value: Decodable>(
        _ target: Target,
        as type: Value.Type,
        at keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        let response = try await response(to: target, options: options)
        do throws(TernError) {
            return try response.decode(type, at: keyPath, using: decoder ?? self.decoder)
        } catch {
            throw error.about(target: target)
        }
    }

    /// The value of a call, in the type that the call is declared with, decoded where the call is made.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the body is something else.
    public func value<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        try await valueAndResponse(call, options: options).value
    }

    /// The value of a call that makes its value by hand.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the call can't make the value.
    public func value<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        try await valueAndResponse(call, options: options).value
    }

    /// Makes a call whose body isn't wanted. The result is discardable.
    ///
    /// - Throws: `TernError`, with any code but `.decodingFailed`.
    @discardableResult
    public func value(
        _ call: Call<Target, NoContent>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> NoContent {
        try await valueAndResponse(call, options: options).value
    }

    /// The value of a call, together with the response that it was made of.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the body is something else.
    public func valueAndResponse<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: Value, response: Response) {
        let response = try await response(to: call.target, options: options)
        return (try call.value(of: response, decoder: decoder), response)
    }

    /// The value of a call that makes its value by hand, together with the response.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the call can't make the value.
    public func valueAndResponse<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: Value, response: Response) {
        let response = try await response(to: call.target, options: options)
        return (try call.value(of: response, decoder: decoder), response)
    }
}
