extension Transport {
    /// Returns the response to a request as a provider's call does: with redirects, repetitions, timeouts and delivery
    /// of the body, but without plugins and validation.
    package func response(
        to request: Request,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Response {
        try await TimeLimit(next: BodyDelivery(next: LiveTransport(self), validation: .none), clock: clock).send(
            request
        )
    }
}
