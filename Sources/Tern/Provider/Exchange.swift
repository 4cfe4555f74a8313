import Foundation

/// The innermost stage of one call: checks the request, sends it, and judges the answer.
struct Exchange: Sendable {
    let target: any TargetType
    let validation: Validation
    let timeout: Duration?
    let transport: any Transport
    let maximumBodyBytes: Int
    let progress: ProgressHandler?
    let flights: SharedFlights?
    let clock: any Clock<Duration>

    @Sendable func perform(_ request: URLRequest, context: RequestContext) async throws(TernError) -> Response {
        do throws(TernError) {
            try RequestCheck.check(request)
        } catch {
            throw error.about(target: target, request: request, attempts: context.attempt - 1)
        }
        do {
            let answer = try await Waiting.limit(timeout, on: clock) { try await send(request) }
            var response = Response(
                statusCode: answer.statusCode,
                data: answer.body,
                headers: answer.headers,
                request: request,
                url: answer.url
            )
            response.target = target
            return try response.validated(by: validation)
        } catch {
            throw TernError.wrapping(error, as: .transportFailed, thrownBy: "The transport")
                .about(target: target, request: request, attempts: context.attempt)
        }
    }

    private func send(_ request: URLRequest) async throws -> TransportResponse {
        var outgoing = TransportRequest(urlRequest: request, maximumBodyBytes: maximumBodyBytes, progress: progress)
        let isStubbed = transport is StubTransport
        guard let flights, let fingerprint = Fingerprint(request, isStubbed: isStubbed) else {
            return try await transport.send(outgoing)
        }
        outgoing.progress = nil
        return try await flights.join(fingerprint, progress: progress) { [transport, outgoing] progress in
            var shared = outgoing
            shared.progress = progress
            return try await transport.send(shared)
        }
    }
}
