import Foundation

/// Makes the calls of one target. Repositories and view models hold a value of this type.
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
/// ``Provider`` is Tern's implementation. Another implementation needs only ``response(to:options:)``.
public protocol ProviderType<Target>: Sendable {
    /// The type of the targets that can be called.
    associatedtype Target: TargetType

    /// The response to a target's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    func response(to target: Target, options: CallOptions) async throws(TernError) -> Response

    /// The decoder for calls without a decoder. By default, a `JSONDecoder` that reads dates as ``DateFormat/iso8601``.
    var decoder: JSONDecoder { get }

    /// The queue for callbacks of calls that specify no queue. `nil`, the default, for the main queue.
    var callbackQueue: DispatchQueue? { get }

    /// The clock of the waits between the connections of `events(_:)`. Real time by default.
    var clock: any Clock<Duration> { get }
}

extension ProviderType {
    public var decoder: JSONDecoder { DateDecoder(.iso8601) }
    public var callbackQueue: DispatchQueue? { nil }
    public var clock: any Clock<Duration> { ContinuousClock() }

    /// The response to a target's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await response(to: target, options: options)
    }

    /// The body of the response, decoded as a value of this type.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - type: The type of the value.
    ///   - keyPath: The place of the value in the body, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's decoder by default.
    ///   - options: The options of the call. None by default.
    /// - Throws: `TernError`; with code `.decodingFailed` if the body can't be decoded.
    public func request<Value: Decodable>(
        _ target: Target,
        as type: Value.Type,
        at keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        try await request(
            target,
            as: type,
            at: keyPath.map(KeyPathDecoding.keys) ?? [],
            using: decoder,
            options: options
        )
    }

    /// The value at a key path whose keys may contain dots, such as `["files", "a.txt"]`. See
    /// ``request(_:as:at:using:options:)-(_,_,String?,_,_)``.
    public func request<Value: Decodable>(
        _ target: Target,
        as type: Value.Type,
        at keyPath: [String],
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

    /// The value of a call, decoded on the caller's actor.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the body can't be decoded.
    public func value<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        let response = try await response(to: call.target, options: options)
        return try call.value(of: response, decoder: decoder)
    }

    /// The value of a call that creates its value with a closure.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the closure fails.
    public func value<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        let response = try await response(to: call.target, options: options)
        return try call.value(of: response, decoder: decoder)
    }

    /// Makes a call and ignores the body of the response. The result is discardable.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    @discardableResult
    public func value(
        _ call: Call<Target, NoContent>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> NoContent {
        let response = try await response(to: call.target, options: options)
        return try call.value(of: response, decoder: decoder)
    }

    /// The value of a call, together with the response.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the body can't be decoded.
    public func valueAndResponse<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: Value, response: Response) {
        let response = try await response(to: call.target, options: options)
        return (try call.value(of: response, decoder: decoder), response)
    }

    /// The value of a call that creates its value with a closure, together with the response.
    ///
    /// - Throws: `TernError`; with code `.decodingFailed` if the closure fails.
    public func valueAndResponse<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> (value: Value, response: Response) {
        let response = try await response(to: call.target, options: options)
        return (try call.value(of: response, decoder: decoder), response)
    }
}
