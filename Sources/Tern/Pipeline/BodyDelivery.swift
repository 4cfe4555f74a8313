/// Delivers the body of a response as the request asks: in memory, to a file or as a stream.
///
/// A transport may return the body in any form. This stage enforces the limit on collected bodies for every transport.
/// The body of a response that isn't acceptable is collected, so that the error contains it.
struct BodyDelivery<Next: Transport>: Transport {
    let next: Next
    let validation: Validation

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        if request.delivery.isCollected {
            let response = try await next.send(request)
            try checkRange(of: response, to: request)
            if case .data(let data) = response.body, data.count <= request.bodyLimit { return response }
            return try await deliver(response, to: request)
        }
        return try await deliver(request)
    }

    private func deliver(_ request: Request) async throws -> Response {
        if let destination = request.delivery.destination {
            let download = FileDownload(next: next, validation: validation, request: request, to: destination)
            return try await download.response()
        }
        let response = try await next.send(request)
        try checkRange(of: response, to: request)
        return try await deliver(response, to: request)
    }

    @inline(__always)
    private func checkRange(of response: Response, to request: Request) throws {
        do { try response.checkRange(of: request) } catch { throw response.counting(error) }
    }

    private func deliver(_ response: Response, to request: Request) async throws -> Response {
        do {
            if request.delivery.isCollected { return try await response.collected(for: request) }
            if validation.failure(of: response) != nil { return try await response.withErrorBody() }
            return response.with(.stream(try response.streamed()), of: nil)
        } catch {
            throw response.counting(error)
        }
    }
}
