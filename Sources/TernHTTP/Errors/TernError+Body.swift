import Foundation

extension TernError {
    /// The body of a response with an unacceptable status, decoded as a value.
    ///
    /// ```swift
    /// do {
    ///     try await music.value(.rename(1, to: title))
    /// } catch {
    ///     if let problem = error.body(as: ProblemDetails.self) { show(problem.title) }
    /// }
    /// ```
    ///
    /// A body of another kind is never decoded as the value of an error: an accepted response whose body isn't the value
    /// of the call has the code `.decodingFailed`.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - keyPath: The place of the value in the body, such as `"error"`. The whole body by default.
    ///   - decoder: The decoder of the provider by default.
    /// - Returns: `nil` for an error with another code than `.unacceptableStatus`, and for a body that isn't such a value.
    public func body<Value: Decodable>(
        as type: Value.Type,
        at keyPath: String? = nil,
        using decoder: JSONDecoder? = nil
    ) -> Value? {
        guard code == .unacceptableStatus, let response else { return nil }
        return try? response.decode(type, at: keyPath, using: decoder ?? self.decoder ?? JSONDecoder())
    }
}
