import Foundation
import Tern

extension VirtualLink: StubLink {
    package func connect(to url: URL?) async throws -> any StubConnection {
        guard profile.isConnected else {
            let reason = "The virtual link has no way to the network."
            throw TernError(.notConnected, reason: reason, underlying: URLError(.notConnectedToInternet))
        }
        let host = "\(url?.scheme ?? "")://\(url?.host ?? ""):\(url?.port.map(String.init) ?? "")".lowercased()
        let (id, admission) = change { traffic, _ in traffic.begin(with: host) }
        let passage = LinkPassage(link: self, id: id)
        do {
            try await passage.open(admission, roundTrips: host.hasPrefix("https:") ? 2 : 1)
        } catch {
            // What it was handed on a moment ago is still whole.
            let admission = change { traffic, _ in traffic.admission(of: id) }
            end(id, keepsConnection: admission == .reused)
            throw error
        }
        return passage
    }
}

/// The way of one exchange over a virtual link.
struct LinkPassage: StubConnection {
    let link: VirtualLink
    let id: Int

    /// Returns when there is a connection.
    func open(_ admission: HostConnections.Admission?, roundTrips: Int) async throws {
        var admission = admission
        while admission == nil {
            await link.bell(of: id)
            try Task.checkCancellation()
            admission = link.change { traffic, _ in traffic.admission(of: id) }
        }
        guard admission == .new else { return }
        for _ in 0..<roundTrips { try await travel(for: roundTrip) }
    }

    func sendBody(_ bytes: Int) async throws {
        try await transfer(bytes, .up)
    }

    func endRequest() async throws {
        try await travel(for: roundTrip / 2)
    }

    func receiveHead() async throws {
        try await travel(for: roundTrip - roundTrip / 2)
    }

    func receiveBody(_ bytes: Int) async throws {
        try await transfer(bytes, .down)
    }

    func close(isReusable: Bool) {
        link.end(id, keepsConnection: isReusable)
    }

    // MARK: - Private

    private var roundTrip: Duration { link.profile.roundTrip }

    /// One packet's way.
    private func travel(for duration: Duration) async throws {
        try await link.wait(for: duration)
        try await stall(link.change { traffic, _ in traffic.losses(of: id) })
    }

    private func transfer(_ bytes: Int, _ direction: LinkTraffic.Direction) async throws {
        var rest = bytes
        // Whoever has slept until then is not asked again whether it is then: a test's clock may stand still.
        var earliest = Duration.zero
        while rest > 0 {
            let run = link.change { traffic, now in
                traffic.start(rest, direction, of: id, at: max(now, earliest))
            }
            while let remainder = link.change({ $0.remainder(direction, of: id, at: max($1, earliest)) }) {
                if try await wait(for: remainder) { earliest = remainder.end }
            }
            rest -= run.bytes
            try await stall(run.losses)
        }
    }

    /// - Returns: Whether the time has passed.
    private func wait(for remainder: LinkTraffic.Remainder) async throws -> Bool {
        if remainder.isShared { return try await link.wait(for: remainder.duration, orBellOf: id) }
        // Nobody can give up a share who has none yet: it can only take longer.
        try await link.wait(for: remainder.duration)
        return true
    }

    /// The time until a packet comes that was lost so many times.
    private func stall(_ losses: Int) async throws {
        guard losses > 0 else { return }
        try await link.wait(for: roundTrip * ((1 << losses) - 1))
        guard losses < PacketLoss.limit else {
            let reason = "The virtual link has lost a packet \(losses) times in a row."
            throw TernError(.connectionLost, reason: reason, underlying: URLError(.networkConnectionLost))
        }
    }
}
