import Foundation

extension Provider {
    /// The endpoint of a target, with all parts from the target.
    @Sendable public static func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(target)
    }

    /// The request of an endpoint: `endpoint.request()`.
    @Sendable public static func defaultRequestMapping(
        for endpoint: Endpoint,
        target: Target
    ) async throws -> Request {
        try endpoint.request()
    }

    /// Sends the requests of all targets over the network.
    @Sendable public static func neverStub(_ target: Target) -> StubBehavior { .never }

    /// Uses stubs for all targets, without delay.
    @Sendable public static func immediatelyStub(_ target: Target) -> StubBehavior { .immediate }

    /// Uses stubs for all targets, with this delay on the provider's clock.
    public static func delayedStub(_ delay: Duration) -> StubClosure {
        { _ in .delayed(delay) }
    }
}
