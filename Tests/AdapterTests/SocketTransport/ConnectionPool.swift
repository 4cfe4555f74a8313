import Foundation
import Tern

/// Keeps idle connections, and limits the number of connections to a host.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [Origin: [Connection]] = [:]
        var count: [Origin: Int] = [:]
        var waiters: [Origin: [AsyncStream<Void>.Continuation]] = [:]
    }

    /// One of the allowed connections to a host.
    final class Slot: Sendable {
        private let origin: Origin
        private weak let pool: ConnectionPool?

        init(_ origin: Origin, _ pool: ConnectionPool) {
            self.origin = origin
            self.pool = pool
        }

        deinit {
            pool?.removeConnection(to: origin)
        }
    }

    private enum Choice {
        case idle(Connection)
        case new(Slot)
        case wait
    }

    private let connectTimeout: Duration
    /// `nil` for no limit.
    private let limit: Int?
    private let poller: SocketPoller
    private let state = Guarded(State())

    /// - Throws: `SystemError` if no file descriptor is free.
    init(_ configuration: TransportConfiguration) throws {
        connectTimeout = configuration.connectTimeout
        limit = configuration.connectionsPerHost
        poller = try SocketPoller()
    }

    /// An idle connection without unread bytes, or a new one.
    ///
    /// - Parameters:
    ///   - isNew: Whether the connection must be new.
    ///   - start: The start of the exchange, for its metrics.
    ///   - idleTime: The longest wait for a connection while the limit is reached.
    func connection(
        to origin: Origin,
        isNew: Bool,
        since start: ContinuousClock.Instant,
        idleTime: Duration
    ) async throws -> Connection.Lease {
        while true {
            switch choose(origin, isNew: isNew) {
            case .idle(let connection): return Connection.Lease(connection: connection, isReused: true)
            case .new(let slot): return try await connect(to: origin, slot, since: start)
            case .wait:
                try await Delivery.value(of: "a connection to \(origin.host)", within: idleTime) { [self] sink in
                    state.withLock { $0.waiters[origin, default: []].append(sink) }
                    // A connection may have become free before this.
                    if hasRoom(origin) { wakeWaiter(for: origin) }
                }
            }
        }
    }

    /// Keeps a connection for the next exchange. The caller must not use it any more.
    func keep(_ connection: Connection) {
        state.withLock { $0.idle[connection.origin, default: []].append(connection) }
        wakeWaiter(for: connection.origin)
    }

    // MARK: - Private

    private func choose(_ origin: Origin, isNew: Bool) -> Choice {
        while !isNew, let connection = takeIdle(origin) {
            if connection.socket.isIdle { return .idle(connection) }
        }
        while true {
            if let slot = makeSlot(origin) { return .new(slot) }
            // An idle connection has a slot, which a new connection gets when the idle one closes. A request that may reuse
            // a connection takes one that has become idle in the meantime when it waits.
            guard isNew, takeIdle(origin) != nil else { return .wait }
        }
    }

    private func takeIdle(_ origin: Origin) -> Connection? {
        state.withLock { $0.idle[origin]?.popLast() }
    }

    private func makeSlot(_ origin: Origin) -> Slot? {
        let isFree = state.withLock { state in
            guard state.count[origin, default: 0] < limit ?? .max else { return false }
            state.count[origin, default: 0] += 1
            return true
        }
        return isFree ? Slot(origin, self) : nil
    }

    private func removeConnection(to origin: Origin) {
        state.withLock { $0.count[origin, default: 1] -= 1 }
        wakeWaiter(for: origin)
    }

    private func hasRoom(_ origin: Origin) -> Bool {
        state.withLock { $0.idle[origin]?.isEmpty == false || $0.count[origin, default: 0] < limit ?? .max }
    }

    /// Resumes the next waiting task, which tries again.
    private func wakeWaiter(for origin: Origin) {
        while let waiter = state.withLock({ state -> AsyncStream<Void>.Continuation? in
            guard state.waiters[origin]?.isEmpty == false else { return nil }
            return state.waiters[origin]?.removeFirst()
        }) {
            if case .enqueued = waiter.yield() { return }
        }
    }

    /// Tries the addresses of the host one after another.
    private func connect(
        to origin: Origin,
        _ slot: Slot,
        since start: ContinuousClock.Instant
    ) async throws -> Connection.Lease {
        let deadline = ContinuousClock.now + min(connectTimeout, .seconds(1_000_000_000))
        let addresses = try await SocketAddress.addresses(of: origin, within: connectTimeout)
        let nameLookup = start.duration(to: .now)
        var failure = SystemError(number: ETIMEDOUT)
        for address in addresses {
            do {
                let socket = try await Socket.connect(to: address, until: deadline, poller)
                return Connection.Lease(
                    connection: Connection(socket, to: address, of: origin, slot),
                    isReused: false,
                    nameLookup: nameLookup,
                    connect: start.duration(to: .now)
                )
            } catch let error as SystemError {
                failure = error
            }
        }
        throw failure.connecting(to: origin)
    }
}
