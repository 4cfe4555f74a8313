import Tern

/// The error of a call, or `nil` if the call succeeds or throws an error of another type.
package nonisolated(nonsending) func failure<Value>(of call: () async throws -> Value) async -> TernError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? TernError
    }
}
