/// A step that makes another picture from a decoded one, such as a rounded or smaller one.
///
/// ```swift
/// extension ImageTransform where Value == Picture {
///     static func thumbnail(side: Int) -> Self {
///         ImageTransform("thumbnail \(side)") { $0.scaled(to: side) }
///     }
/// }
/// ```
///
/// Loads of `[a, b]` and of `[a]` share the run of `a`. A transform runs off the caller's actor, and counts as a decode
/// for ``ImageClientConfiguration/maximumDecodes``.
public struct ImageTransform<Value: Sendable>: Sendable {
    /// Identifies the step. Two transforms with the same key must have the same effect, so the key names all
    /// parameters.
    public let key: String

    let apply: @Sendable @concurrent (Value) async throws -> Value

    /// - Parameters:
    ///   - key: Identifies the step with all its parameters.
    ///   - apply: Makes the new picture. If it throws an error that isn't a `TernError`, the load fails with
    ///     `.decodingFailed`.
    public init(_ key: String, apply: @escaping @Sendable @concurrent (Value) async throws -> Value) {
        self.key = key
        self.apply = apply
    }
}
