import Foundation
import TernTesting

/// Sends a beginning and then the same bytes without end to each connection, as fast as the client reads. Without such
/// bytes, it stalls after the beginning.
final class FloodServer: Sendable {
    private let listener: Listener

    var url: URL { get throws { try listener.url } }

    init(_ beginning: Data, then unit: Data = Data()) throws {
        let listener = try Listener(port: 0)
        self.listener = listener
        let units = Data(repeatElement(unit, count: max(1, 128 * 1024 / max(1, unit.count))).joined())
        Thread.detachNewThread {
            while true {
                // The listener may be closed in the meantime.
                var events = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&events, 1, 100)
                switch listener.accept() {
                case .accepted(let descriptor): Thread.detachNewThread { Self.flood(descriptor, beginning, units) }
                case .nonePending, .descriptorsExhausted: continue
                case .listenerClosed: return
                }
            }
        }
    }

    deinit {
        listener.close()
    }

    private static func flood(_ descriptor: Int32, _ beginning: Data, _ units: Data) {
        defer { Sockets.close(descriptor) }
        var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&events, 1, -1) == 1 else { return }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        _ = buffer.withUnsafeMutableBytes { Sockets.receive(descriptor, into: $0) }
        guard send(beginning, to: descriptor) else { return }
        while !units.isEmpty {
            guard send(units, to: descriptor) else { return }
        }
        while true {
            guard poll(&events, 1, -1) == 1 else { return }
            let received = buffer.withUnsafeMutableBytes { Sockets.receive(descriptor, into: $0) }
            if case .ended = received { return }
        }
    }

    private static func send(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                switch Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: rest)) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .wouldBlock:
                    var events = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard poll(&events, 1, -1) == 1 else { return false }
                case .ended: return false
                }
            }
            return true
        }
    }
}
