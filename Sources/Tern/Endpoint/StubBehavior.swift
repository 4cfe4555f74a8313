/// Whether a target is answered by a stub, and when.
public enum StubBehavior: Hashable, Sendable {
    /// Over the network.
    case never
    /// At once, by the endpoint's sample response.
    case immediate
    /// By the endpoint's sample response, after so long on the provider's clock. Cancelling the call ends it at once.
    case delayed(Duration)
}
