import Foundation
import Tern

/// The errors of pictures that can't be used.
enum ImageFailure {
    /// Runs a decoder.
    ///
    /// - Throws: Its `TernError`; `.cancelled`; `.decodingFailed` for any other error.
    static func decoding<Value>(
        _ body: @Sendable @concurrent () async throws -> Value
    ) async throws(TernError) -> Value {
        try await run("The decoder", of: "ImageDecoder", body)
    }

    /// Runs a transform.
    ///
    /// - Throws: Its `TernError`; `.cancelled`; `.decodingFailed` for any other error.
    static func transforming<Value>(
        _ key: String,
        _ body: @Sendable @concurrent () async throws -> Value
    ) async throws(TernError) -> Value {
        try await run("The transform \(key.debugDescription)", of: "ImageTransform", body)
    }

    // MARK: - Private

    private static func run<Value>(
        _ step: String,
        of type: String,
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
                underlying: error
            )
        }
    }
}

extension TernError {
    /// This error with the request and the response of a picture's load, unless it already has them.
    ///
    /// - Parameter response: The response with the bytes of the picture. `nil` if there is no response yet, or no
    ///   response at all.
    package func adding<Value>(_ request: ImageRequest<Value>, _ response: Response? = nil) -> TernError {
        TernError(
            self,
            target: request.target,
            request: response?.request,
            response: response,
            attempts: response?.attempts ?? 0
        )
    }

    package static var notCached: TernError {
        TernError(
            .notCached,
            reason: "The picture isn't in memory, and the request doesn't allow loading it.",
            advice: "Use the cache policy .memoryFirst to load it."
        )
    }
}
