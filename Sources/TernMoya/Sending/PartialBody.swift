import Foundation
import Tern

/// Collects the body of a response, and keeps what has arrived if the exchange fails, since Moya's errors have it.
///
/// It is the last plugin of a session, so that the plugins before it receive collected bodies.
struct PartialBody: Tern.Plugin {
    nonisolated(nonsending) func intercept(
        _ request: Tern.Request,
        context: RequestContext,
        next: Next
    ) async throws -> Tern.Response {
        guard request.delivery == .collected(limit: .max), let target = context.target as? SentTarget,
            let partial = target.partialResponse
        else { return try await next(request) }
        partial.value = nil
        var streamed = request
        streamed.delivery = .streamed
        var response = try await next(streamed)
        guard let stream = response.stream else { return response }
        let length = response.isDecoded ? nil : response.headers["Content-Length"].flatMap { Int64($0) }
        var body = Data()
        do {
            for try await piece in stream {
                body.append(piece)
                target.progress?.received(Int64(body.count), of: length)
            }
            // A stream that is cancelled at its end throws no error.
            try _Concurrency.Task.checkCancellation()
        } catch {
            response.body = .data(body)
            partial.value = response
            throw error
        }
        response.body = .data(body)
        response.trailers = stream.trailers
        response.metrics = stream.metrics
        return response
    }
}
