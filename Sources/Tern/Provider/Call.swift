import Foundation

/// A case of a target together with the type of its value, so that callers needn't specify the type.
///
/// Declare a call for each case, next to the target:
///
/// ```swift
/// extension Call<GitHub, User> {
///     static func user(_ login: String) -> Self { .init(.user(login: login)) }
/// }
///
/// let user = try await github.value(.user("octocat"))     // User
/// ```
public struct Call<Target: TargetType, Value>: Sendable {
    /// The case whose request the call sends.
    public let target: Target

    /// The place of the value in the body. Empty for the whole body, and for a value from a closure.
    package let keyPath: [String]

    /// The decoder of the value. `nil` for the provider's decoder.
    package let decoder: JSONDecoder?

    /// Creates the value of a response. `nil` for a value that is decoded.
    let makeValue: (@Sendable (Response) throws -> sending Value)?

    /// Creates a call whose value is created by a closure.
    ///
    /// - Parameters:
    ///   - target: The case whose request is sent.
    ///   - value: Creates the value of a response that passed validation. An error that isn't a `TernError` reaches the
    ///     caller as `TernError.Code.decodingFailed`.
    public init(_ target: Target, value: @escaping @Sendable (Response) throws -> sending Value) {
        self.target = target
        keyPath = []
        decoder = nil
        makeValue = value
    }

    /// Creates a call whose value is decoded from the body, on the caller's actor. A `Decodable` type that is isolated
    /// to the main actor is decoded on the main actor.
    ///
    /// - Parameters:
    ///   - target: The case whose request is sent.
    ///   - keyPath: The place of the value in the body, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's decoder by default.
    public init(_ target: Target, at keyPath: String? = nil, using decoder: JSONDecoder? = nil)
    where Value: Decodable {
        self.init(target, at: keyPath.map(KeyPathDecoding.keys) ?? [], using: decoder)
    }

    /// Creates a call whose value stands at a key path whose keys may contain dots, such as `["files", "a.txt"]`. See
    /// ``init(_:at:using:)-(_,String?,_)``.
    public init(_ target: Target, at keyPath: [String], using decoder: JSONDecoder? = nil)
    where Value: Decodable {
        self.target = target
        self.keyPath = keyPath
        self.decoder = decoder
        makeValue = nil
    }

    /// The same call for a provider that serves several APIs.
    public init<Inner: TargetType>(_ call: Call<Inner, Value>) where Target == MultiTarget {
        target = .target(call.target)
        keyPath = call.keyPath
        decoder = call.decoder
        makeValue = call.makeValue
    }
}

extension Call where Target == MultiTarget {
    /// The same call for a provider that serves several APIs.
    public static func target<Inner: TargetType>(_ call: Call<Inner, Value>) -> Self {
        .init(call)
    }
}

extension Call: CustomStringConvertible, TextReflectable {
    /// The case without its arguments, and the type of the value.
    public var description: String { "\(targetName(of: target)) as \(Value.self)" }
}
