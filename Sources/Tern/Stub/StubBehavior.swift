/// Whether a stub replaces the network for a target, and its delay.
@nonexhaustive
public enum StubBehavior: Hashable, Sendable {
    /// The transport sends the request over the network.
    case never
    /// The stub returns the endpoint's sample response at once.
    case immediate
    /// The stub returns the endpoint's sample response after this delay on the provider's clock. Cancelling the call
    /// ends the delay at once.
    case delayed(Duration)
}
