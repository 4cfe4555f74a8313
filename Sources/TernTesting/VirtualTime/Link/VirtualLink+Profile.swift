extension VirtualLink {
    /// What a link is like.
    ///
    /// ```swift
    /// var train = VirtualLink.Profile.lte
    /// train.loss = 0.05
    /// ```
    ///
    /// A value that no link can have counts as the nearest one that it can.
    public struct Profile: Sendable, Hashable {
        /// From the client to the server and back. Less than none counts as none.
        public var roundTrip: Duration
        /// For the bodies of answers, all in all. Less than 1 counts as 1.
        public var downBytesPerSecond: Int
        /// For the bodies of requests, all in all. Less than 1 counts as 1.
        public var upBytesPerSecond: Int
        /// Which part of the packets is lost, from 0 to 1. What isn't a number counts as 0.
        public var loss: Double
        /// How many connections there may be to one scheme, host and port at a time; further requests wait for one. Less
        /// than 1 counts as 1.
        public var connectionsPerHost: Int
        /// Without a way to the network a request fails at once, with `TernError.Code.notConnected`.
        public var isConnected: Bool

        /// - Parameters:
        ///   - loss: None by default.
        ///   - connectionsPerHost: 6 by default, as in browsers and in `URLSession`.
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

        /// The nearest that a link can have.
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

/// The figures of EDGE, 3G, LTE and DSL are those of WebPageTest's sample of connectivity profiles
/// (`www/settings/connectivity.ini.sample`); the others are Tern's own round figures.
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

    /// 8 Mbit/s each way, 100 ms, and one packet in ten is lost. Tern's own figures.
    public static let lossy = Self(
        roundTrip: .milliseconds(100),
        downBytesPerSecond: 1_000_000,
        upBytesPerSecond: 1_000_000,
        loss: 0.1
    )

    /// No way to the network.
    public static let offline = Self(roundTrip: .zero, downBytesPerSecond: 1, upBytesPerSecond: 1, isConnected: false)
}
