import Tern

extension Provider {
    /// A copy of this provider whose stubbed responses are sent over a separate virtual link, on the provider's clock.
    ///
    /// ```swift
    /// let images = Provider<Images>.stub(clock: scheduler.clock) { .image(of: $0) }.link(.lte)
    /// ```
    ///
    /// Limits, validation, plugins, timeouts and cancellation work as without a link. Progress is reported for each
    /// piece of the sample, and for each 16 KiB of a request body. Requests that aren't stubbed don't use the link.
    ///
    /// - Parameters:
    ///   - profile: The properties of the network.
    ///   - seed: Determines the lost packets. 0 by default.
    public func link(_ profile: VirtualLink.Profile, seed: UInt64 = 0) -> Provider {
        link(VirtualLink(profile, seed: seed, clock: clock))
    }

    /// A copy of this provider whose stubbed responses are sent over this virtual link. Other providers may share the
    /// link.
    public func link(_ link: VirtualLink) -> Provider {
        connected(through: link)
    }
}
