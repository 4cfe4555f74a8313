extension VirtualLink {
    /// The properties of a link.
    ///
    /// ```swift
    /// var train = VirtualLink.Profile.lte
    /// train.loss = 0.05
    /// ```
    ///
    /// A value outside of its range counts as the nearest valid value.
    public struct Profile: Sendable, Hashable {
        /// The time from the client to the server and back. A negative duration counts as zero.
        public var roundTrip: Duration
        /// The bandwidth that all response bodies share, in bytes per second. A value less than 1 counts as 1.
        public var downBytesPerSecond: Int
        /// The bandwidth that all request bodies share, in bytes per second. A value less than 1 counts as 1.
        public var upBytesPerSecond: Int
        /// The fraction of packets that are lost, from 0 to 1. NaN counts as 0.
        public var loss: Double
        /// Maximum number of connections to one scheme, host and port at a time; further requests wait. A value less
        /// than 1 counts as 1.
        public var connectionsPerHost: Int
        /// Whether the link is connected to the network. If `false`, each request fails immediately with
        /// `TernError.Code.notConnected`.
        public var isConnected: Bool

        /// - Parameters:
        ///   - roundTrip: The time of a round trip.
        ///   - downBytesPerSecond: The bytes that all responses together can receive in a second.
        ///   - upBytesPerSecond: The bytes that all requests together can send in a second.
        ///   - loss: The fraction of packets that are lost. 0 by default.
        ///   - connectionsPerHost: Maximum number of connections. 6 by default, as in browsers, and in `URLSession` in
        ///     macOS. Apple documents 4 for iOS.
        ///   - isConnected: Whether there is a network. `true` by default.
        public init(
            roundTrip: Duration,
            downBytesPerSecond: Int,
            upBytesPerSecond: Int,
            loss: Double = 0,
            connectionsPerHost: Int = 6,
            isConnected: Bool = true
        ) {
            self.roundTrip = roundTrip
            self.downBytesPerSecond = downBytesPerSecond
            self.upBytesPerSecond = upBytesPerSecond
            self.loss = loss
            self.connectionsPerHost = connectionsPerHost
            self.isConnected = isConnected
        }

        /// The profile with every value in its valid range.
        var inBounds: Profile {
            var profile = self
            profile.roundTrip = min(max(roundTrip, .zero), .seconds(86_400))
            profile.downBytesPerSecond = max(1, downBytesPerSecond)
            profile.upBytesPerSecond = max(1, upBytesPerSecond)
            profile.loss = loss.isNaN ? 0 : min(max(loss, 0), 1)
            profile.connectionsPerHost = max(1, connectionsPerHost)
            return profile
        }
    }
}

/// The figures of EDGE, 3G, LTE and DSL come from WebPageTest's sample of connectivity profiles
/// (`www/settings/connectivity.ini.sample`). The other figures are Tern's own rounded figures.
extension VirtualLink.Profile {
    /// 12 Mbit/s each way, 70 ms.
    public static let lte = Self(
        roundTrip: .milliseconds(70),
        downBytesPerSecond: 1_500_000,
        upBytesPerSecond: 1_500_000
    )

    /// 1.6 Mbit/s down, 768 kbit/s up, 300 ms.
    public static let threeG = Self(
        roundTrip: .milliseconds(300),
        downBytesPerSecond: 200_000,
        upBytesPerSecond: 96_000
    )

    /// 240 kbit/s down, 200 kbit/s up, 840 ms.
    public static let edge = Self(
        roundTrip: .milliseconds(840),
        downBytesPerSecond: 30_000,
        upBytesPerSecond: 25_000
    )

    /// 1.5 Mbit/s down, 384 kbit/s up, 50 ms.
    public static let dsl = Self(
        roundTrip: .milliseconds(50),
        downBytesPerSecond: 187_500,
        upBytesPerSecond: 48_000
    )

    /// 40 Mbit/s each way, 10 ms. Tern's own figures.
    public static let wifi = Self(
        roundTrip: .milliseconds(10),
        downBytesPerSecond: 5_000_000,
        upBytesPerSecond: 5_000_000
    )

    /// 8 Mbit/s each way, 100 ms, and a loss of one packet in ten. Tern's own figures.
    public static let lossy = Self(
        roundTrip: .milliseconds(100),
        downBytesPerSecond: 1_000_000,
        upBytesPerSecond: 1_000_000,
        loss: 0.1
    )

    /// A device without a network connection.
    public static let offline = Self(roundTrip: .zero, downBytesPerSecond: 1, upBytesPerSecond: 1, isConnected: false)
}
