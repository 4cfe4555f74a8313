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
public struct Call<Target: TargetType, Value: Sendable>: Sendable {
    public let target: Target

    /// Where in the body the value stands; `nil` for the whole body, and for a value made by hand.
    package let keyPath: String?

    /// Makes the value of an acceptable response; the decoder is the provider's.
    let decode: @Sendable (Response, JSONDecoder) throws -> Value

    /// A call whose value is made by hand.
    ///
    /// - Parameter value: Makes the value of an acceptable response. What it throws reaches the caller as
    ///   `TernError.Code.decodingFailed`, unless it is a `TernError`.
    public init(_ target: Target, value: @escaping @Sendable (Response) throws -> Value) {
        self.target = target
        keyPath = nil
        self.decode = { response, _ in try value(response) }
    }

    /// A call whose value is decoded from the body.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body the value stands, such as `"data.items"`. The whole body by default.
    ///   - decoder: The provider's by default.
    public init(_ target: Target, at keyPath: String? = nil, using decoder: JSONDecoder? = nil)
    where Value: Decodable {
        self.target = target
        self.keyPath = keyPath
        self.decode = { response, providersDecoder in
            try response.decode(Value.self, at: keyPath, using: decoder ?? providersDecoder)
        }
    }

    /// The same call for a provider that serves several APIs.
    public init<Inner: TargetType>(_ call: Call<Inner, Value>) where Target == MultiTarget {
        self.target = .target(call.target)
        keyPath = call.keyPath
        self.decode = call.decode
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
