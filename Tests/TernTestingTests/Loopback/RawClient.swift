import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A TCP client that sends and returns raw bytes. It blocks, but on its own queue, so that tests leave the
/// threads of Swift's pool to the handlers.
final class RawClient: Sendable {
    struct Failure: Error {
        var call: String
        var number: Int32
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "RawClient")

    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // The client is initialized, so its `deinit` closes the socket. A second close could hit another test's socket.
        guard result == 0 else { throw Failure(call: "connect", number: errno) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) async throws {
        try await onQueue { [descriptor] in
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { part in
                    #if canImport(Darwin)
                        write(descriptor, part.baseAddress, part.count)
                    #else
                        Self.sendQuietly(descriptor, part)
                    #endif
                }
                guard count > 0 else { throw Failure(call: "send", number: errno) }
                sent += count
            }
        }
    }

    /// Waits for as many bytes as this text has.
    func receive(_ count: Int) async throws -> String {
        String(decoding: try await receiveBytes(count), as: UTF8.self)
    }

    func receiveBytes(_ count: Int) async throws -> [UInt8] {
        try await onQueue { [descriptor] in
            var bytes = [UInt8](repeating: 0, count: count)
            var received = 0
            while received < count {
                let part = bytes[received...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
                guard part > 0 else { throw Failure(call: "recv", number: part < 0 ? errno : 0) }
                received += part
            }
            return bytes
        }
    }

    /// Waits until this text has arrived.
    func receive(until text: String) async throws {
        var received = ""
        while !received.contains(text) { received += try await receive(1) }
    }

    /// Waits for the end of the connection, and returns the bytes before it.
    func receiveToEnd() async throws -> String {
        try await onQueue { [descriptor] in
            var all: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = recv(descriptor, &part, part.count, 0)
                if count == 0 { return String(decoding: all, as: UTF8.self) }
                guard count > 0 else { throw Failure(call: "recv", number: errno) }
                all.append(contentsOf: part[..<count])
            }
        }
    }

    /// Ends the output of the client. It still receives bytes.
    func finishSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: - Private

    #if !canImport(Darwin)
        private static func sendQuietly(_ descriptor: Int32, _ part: UnsafeRawBufferPointer) -> Int {
            #if canImport(Glibc)
                Glibc.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            #else
                Musl.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            #endif
        }
    #endif

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
