import Foundation
import Tern

extension VirtualLink: StubLink {
    package func connect(to url: URL?) async throws -> any StubConnection {
        guard profile.isConnected else {
            let reason = "The virtual link is not connected to the network."
            throw TernError(.notConnected, reason: reason, underlying: URLError(.notConnectedToInternet))
        }
        let host = "\(url?.scheme ?? "")://\(url?.host ?? ""):\(url?.port.map(String.init) ?? "")".lowercased()
        let (id, admission) = change { traffic, _ in traffic.begin(with: host) }
        let connection = LinkConnection(link: self, id: id)
        do {
            try await connection.open(admission, roundTrips: host.hasPrefix("https:") ? 2 : 1)
        } catch {
            // A reused connection is still intact, because this exchange has sent nothing on it.
            let admission = change { traffic, _ in traffic.admission(of: id) }
            end(id, keepsConnection: admission == .reused)
            throw error
        }
        return connection
    }
}

/// The connection of one exchange over a virtual link.
struct LinkConnection: StubConnection {
    let link: VirtualLink
    let id: Int

    /// Waits until the exchange has an open connection.
    func open(_ admission: HostConnections.Admission?, roundTrips: Int) async throws {
        var admission = admission
        while admission == nil {
            await link.waitForWakeup(of: id)
            try Task.checkCancellation()
            admission = link.change { traffic, _ in traffic.admission(of: id) }
        }
        guard admission == .new else { return }
        for _ in 0..<roundTrips { try await delayPacket(by: roundTrip) }
    }

    func sendBody(_ bytes: Int) async throws {
        try await transfer(bytes, .up)
    }

    func endRequest() async throws {
        try await delayPacket(by: roundTrip / 2)
    }

    func receiveHead() async throws {
        try await delayPacket(by: roundTrip - roundTrip / 2)
    }

    func receiveBody(_ bytes: Int) async throws {
        try await transfer(bytes, .down)
    }

    func close(isReusable: Bool) {
        link.end(id, keepsConnection: isReusable)
    }

    // MARK: - Private

    private var roundTrip: Duration { link.profile.roundTrip }

    /// Delays one packet.
    private func delayPacket(by duration: Duration) async throws {
        try await link.wait(for: duration)
        try await stall(link.change { traffic, _ in traffic.losses(of: id) })
    }

    private func transfer(_ bytes: Int, _ direction: LinkTraffic.Direction) async throws {
        var rest = bytes
        // After a sleep, the current time is at least the end of that sleep, even if a test's clock hasn't advanced.
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

    /// - Returns: Whether the full duration has passed.
    private func wait(for remainder: LinkTraffic.Remainder) async throws -> Bool {
        if remainder.isShared { return try await link.wait(for: remainder.duration, orWakeupOf: id) }
        // A transfer that doesn't share the bandwidth can't become faster, so no wakeup is necessary.
        try await link.wait(for: remainder.duration)
        return true
    }

    /// Waits for the retransmission of a packet that was lost this number of times.
    private func stall(_ losses: Int) async throws {
        guard losses > 0 else { return }
        try await link.wait(for: roundTrip * ((1 << losses) - 1))
        guard losses < PacketLoss.limit else {
            let reason = "The virtual link lost a packet \(losses) times in a row."
            throw TernError(.connectionLost, reason: reason, underlying: URLError(.networkConnectionLost))
        }
    }
}
