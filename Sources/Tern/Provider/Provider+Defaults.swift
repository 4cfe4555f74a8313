import Foundation

extension Provider {
    /// Everything from the target.
    @Sendable public static func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(target)
    }

    /// The endpoint's own request.
    @Sendable public static func defaultRequestMapping(
        for endpoint: Endpoint,
        target: Target
    ) async throws -> Request {
        try endpoint.request()
    }

    /// All over the network.
    @Sendable public static func neverStub(_ target: Target) -> StubBehavior { .never }

    /// All by stubs, at once.
    @Sendable public static func immediatelyStub(_ target: Target) -> StubBehavior { .immediate }

    /// All by stubs, after so long on the provider's clock.
    public static func delayedStub(_ delay: Duration) -> StubClosure {
        { _ in .delayed(delay) }
    }
}
