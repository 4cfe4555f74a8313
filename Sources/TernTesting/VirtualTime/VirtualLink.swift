import Foundation
import Tern

/// A simulated network between a client and its stubs, with a latency and a bandwidth.
///
/// ```swift
/// let images = Provider<Images>.stub(clock: scheduler.clock) { .image(of: $0) }.link(.lte)
/// ```
///
/// A request takes half a round trip, and its response takes the other half. The stub's delay and its gate come between
/// the two. A body takes its size divided by the bandwidth; heads take no bandwidth. All times are exact to the
/// nanosecond. Requests don't affect each other: each one has the whole bandwidth.
public struct VirtualLink: Sendable, Hashable {
    /// The time from the client to the server and back. A negative duration counts as zero.
    public var roundTrip: Duration
    /// The bandwidth of a response body, in bytes per second. A value less than 1 counts as 1.
    public var downBytesPerSecond: Int
    /// The bandwidth of a request body, in bytes per second. A value less than 1 counts as 1.
    public var upBytesPerSecond: Int

    /// Creates a link. Each parameter sets the property of the same name.
    public init(roundTrip: Duration, downBytesPerSecond: Int, upBytesPerSecond: Int) {
        self.roundTrip = roundTrip
        self.downBytesPerSecond = downBytesPerSecond
        self.upBytesPerSecond = upBytesPerSecond
    }
}

/// The figures of EDGE, 3G, LTE and DSL come from WebPageTest's sample of connectivity profiles
/// (`www/settings/connectivity.ini.sample`).
extension VirtualLink {
    /// 12 Mbit/s each way, 70 ms.
    public static let lte = link(milliseconds: 70, down: 1_500_000, up: 1_500_000)

    /// 1.6 Mbit/s down, 768 kbit/s up, 300 ms.
    public static let threeG = link(milliseconds: 300, down: 200_000, up: 96_000)

    /// 240 kbit/s down, 200 kbit/s up, 840 ms.
    public static let edge = link(milliseconds: 840, down: 30_000, up: 25_000)

    /// 1.5 Mbit/s down, 384 kbit/s up, 50 ms.
    public static let dsl = link(milliseconds: 50, down: 187_500, up: 48_000)

    /// 40 Mbit/s each way, 10 ms. Tern's own figures.
    public static let wifi = link(milliseconds: 10, down: 5_000_000, up: 5_000_000)

    private static func link(milliseconds: Int, down: Int, up: Int) -> VirtualLink {
        VirtualLink(roundTrip: .milliseconds(milliseconds), downBytesPerSecond: down, upBytesPerSecond: up)
    }
}

extension Provider {
    /// A copy of this provider whose stubbed responses are sent over a virtual link, on the provider's clock.
    ///
    /// Limits, validation, plugins, timeouts and cancellation work as without a link. Progress is reported for each
    /// piece of the sample, and for each 16 KiB of a request body. Requests that aren't stubbed don't use the link.
    public func link(_ link: VirtualLink) -> Provider {
        connected(through: ClockedLink(link: link, clock: clock))
    }
}

/// A link with the clock of its provider.
private final class ClockedLink: StubLink, StubConnection {
    let link: VirtualLink
    let clock: any Clock<Duration>

    init(link: VirtualLink, clock: any Clock<Duration>) {
        (self.link, self.clock) = (link, clock)
    }

    private var roundTrip: Duration { max(link.roundTrip, .zero) }

    func connect(to url: URL?) -> any StubConnection { self }

    func sendBody(_ bytes: Int) async throws {
        try await wait(for: bytes, by: link.upBytesPerSecond)
    }

    func endRequest() async throws {
        try await Waiting.wait(for: roundTrip / 2, on: clock)
    }

    func receiveHead() async throws {
        try await Waiting.wait(for: roundTrip - roundTrip / 2, on: clock)
    }

    func receiveBody(_ bytes: Int) async throws {
        try await wait(for: bytes, by: link.downBytesPerSecond)
    }

    func close(isReusable: Bool) {}

    private func wait(for bytes: Int, by bytesPerSecond: Int) async throws {
        let nanoseconds = (Double(bytes) * 1e9 / Double(max(1, bytesPerSecond))).rounded()
        try await Waiting.wait(for: .nanoseconds(Int64(min(nanoseconds, 1e18))), on: clock)
    }
}
