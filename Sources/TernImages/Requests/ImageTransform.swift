/// A step that changes a decoded picture, for example rounds its corners or makes it smaller.
///
/// ```swift
/// extension ImageTransform where Value == Picture {
///     static func thumbnail(side: Int) -> Self {
///         ImageTransform("thumbnail \(side)") { $0.scaled(to: side) }
///     }
/// }
/// ```
///
/// Loads with the transforms `[a, b]` and `[a]` share one run of `a`. A transform runs outside of the caller's actor,
/// and counts as a decode for ``ImageClientConfiguration/maximumDecodes``.
public struct ImageTransform<Value: Sendable>: Sendable {
    /// Identifies the step. Two transforms with the same key must have the same effect, so the key must contain all
    /// parameters.
    public let key: String

    let apply: @Sendable @concurrent (Value) async throws -> Value

    /// - Parameters:
    ///   - key: Identifies the step with all its parameters.
    ///   - apply: Returns the new picture. If it throws an error that isn't a `TernError`, the load fails with
    ///     `.decodingFailed`.
    public init(_ key: String, apply: @escaping @Sendable @concurrent (Value) async throws -> Value) {
        self.key = key
        self.apply = apply
    }
}
