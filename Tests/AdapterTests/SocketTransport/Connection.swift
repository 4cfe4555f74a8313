import Foundation
import Tern

/// A connection of the pool. It is closed when it is released: a failed exchange only drops its reference.
final class Connection: Sendable {
    let origin: Origin
    let socket: Socket
    let address: SocketAddress
    private let slot: ConnectionPool.Slot

    init(_ socket: Socket, to address: SocketAddress, of origin: Origin, _ slot: ConnectionPool.Slot) {
        self.origin = origin
        self.socket = socket
        self.address = address
        self.slot = slot
    }

    deinit {
        // An upload that hasn't ended yet still holds the socket.
        socket.shutDown()
    }

    /// A connection for one exchange, with the times of its setup.
    struct Lease: Sendable {
        let connection: Connection
        let isReused: Bool
        /// Durations until the address was known, and until the connection was made. `nil` for a reused connection.
        var nameLookup: Duration?
        var connect: Duration?
    }
}
