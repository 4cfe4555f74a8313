import Foundation

/// A command for one connection of a loopback server.
struct LoopbackCommand: ServerCommand {
    enum Event: Sendable {
        /// The response of a handler.
        case response(WireResponse)
        /// The decision of a head handler to read the body.
        case readBody(sendsContinue: Bool)
        /// The response of a head handler.
        case earlyResponse(WireResponse)
        /// Bytes from a script.
        case bytes(OutgoingBytes)
        /// The end of a script, with the bytes that complete the body. `nil` if the script failed.
        case scriptEnd(Data?)
    }

    let event: Event
    /// The number of the connection.
    let connection: Int

    init(_ event: Event, connection: Int) {
        self.event = event
        self.connection = connection
    }

    /// Scripts may end after a stop. A response isn't sent.
    var survivesStop: Bool {
        switch event {
        case .bytes, .scriptEnd: true
        default: false
        }
    }

    /// Fails the call that waits for the command, if any.
    func drop() {
        if case .bytes(let outgoing) = event { outgoing.continuation?.resume(throwing: CancellationError()) }
    }
}
