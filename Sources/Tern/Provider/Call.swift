import Foundation

/// A case of a target together with the type of its answer, so that whoever asks names no type.
///
/// Declare one for each case, beside the target:
///
/// ```swift
/// extension Call where Target == GitHub, Value == User {
///     static func user(_ login: String) -> Self { .init(.user(login: login)) }
/// }
///
/// let user = try await github.value(.user("octocat"))     // User
/// ```
public struct Call<Target: TargetType, Value>: Sendable {
    public let target: Target

    /// Where in the body the value stands; `nil` for the whole body, and for a value made by hand.
    package let keyPath: String?

    /// Decodes the value; `nil` for the provider's decoder.
    let decoder: JSONDecoder?

    /// Makes a value by hand; `nil` for a value that is decoded.
    let makeValue: (@Sendable (Response) throws -> sending Value)?

    /// A call whose value is made by hand.
    ///
    /// - Parameter value: Makes the value of an acceptable response. What it throws reaches the caller as
    ///   `TernError.Code.decodingFailed`, unless it is a `TernError`.
    public init(_ target: Target, value: @escaping @Sendable (Response) throws -> sending Value) {
        self.target = target
        keyPath = nil
        decoder = nil
        makeValue = value
    }

    /// A call whose value is decoded from the body, where the call is made: a `Decodable` type that is isolated to the main
    /// actor is decoded there.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body the value stands, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's by default.
    public init(_ target: Target, at keyPath: String? = nil, using decoder: JSONDecoder? = nil)
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

extension Call: CustomStringConvertible, CustomReflectable {
    /// The case without its arguments, and the type of its value.
    public var description: String { "\(targetName(of: target)) as \(Value.self)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["call": description], displayStyle: .struct)
    }
}
