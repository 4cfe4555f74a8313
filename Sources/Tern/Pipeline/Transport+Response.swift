extension Transport {
    /// Returns the response to a request as a provider's call does: with redirects, repetitions, timeouts and delivery
    /// of the body, but without plugins and validation.
    package func response(
        to request: Request,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Response {
        let delivery = BodyDelivery(next: LiveTransport(self), validation: .none)
        return try await TimeLimit(next: delivery, clock: Box(clock)).send(request)
    }
}
