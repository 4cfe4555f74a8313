import Tern

extension Provider {
    /// The same provider, whose stubbed answers travel over a link of its own, on the provider's clock.
    ///
    /// ```swift
    /// let images = Provider<Images>.stub(clock: scheduler.clock) { .image(of: $0) }.link(.lte)
    /// ```
    ///
    /// Limits, validation, plugins, timeouts and cancellation hold as without it. Progress is told as the pieces of the
    /// sample come, and for each 16 KiB of a request's body. What isn't stubbed doesn't travel over it.
    ///
    /// - Parameter seed: Chooses which packets are lost.
    public func link(_ profile: VirtualLink.Profile, seed: UInt64 = 0) -> Provider {
        link(VirtualLink(profile, seed: seed, clock: clock))
    }

    /// The same provider, whose stubbed answers travel over a link that others may use, too.
    public func link(_ link: VirtualLink) -> Provider {
        connected(through: link)
    }
}
