import Foundation
import Tern

/// The errors of pictures that can't be used.
enum ImageFailure {
    /// Runs a decoder.
    ///
    /// - Throws: Its `TernError`; `.cancelled`; `.decodingFailed` for any other error.
    static func decoding<Value>(
        _ response: Response?,
        _ target: ImageTarget,
        _ body: @Sendable @concurrent () async throws -> Value
    ) async throws(TernError) -> Value {
        try await run("The decoder", of: "ImageDecoder", target, response, body)
    }

    /// Runs a transform.
    ///
    /// - Throws: Its `TernError`; `.cancelled`; `.decodingFailed` for any other error.
    static func transforming<Value>(
        _ key: String,
        _ target: ImageTarget,
        _ body: @Sendable @concurrent () async throws -> Value
    ) async throws(TernError) -> Value {
        try await run("The transform \(key.debugDescription)", of: "ImageTransform", target, nil, body)
    }

    // MARK: - Private

    private static func run<Value>(
        _ step: String,
        of type: String,
        _ target: ImageTarget,
        _ response: Response?,
        _ body: @Sendable @concurrent () async throws -> Value
    ) async throws(TernError) -> Value {
        do {
            return try await body()
        } catch let error as TernError {
            throw error
        } catch is CancellationError {
            throw TernError(.cancelled)
        } catch {
            throw TernError(
                .decodingFailed,
                reason: "\(step) threw \(Swift.type(of: error)).",
                advice: "See error.underlying for the error of the \(type).",
                target: target,
                response: response,
                underlying: error
            )
        }
    }
}

extension TernError {
    static var notCached: TernError {
        TernError(
            .notCached,
            reason: "The picture isn't in memory, and the request may use nothing else.",
            advice: "Use the cache policy .memoryFirst to load it."
        )
    }
}
