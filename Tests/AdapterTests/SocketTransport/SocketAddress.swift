import Foundation
import Tern

/// An IPv4 address and a port.
struct SocketAddress: Sendable {
    /// The address in its numeric form.
    let host: String
    private let number: UInt32
    private let port: UInt16

    /// - Parameter host: Four numbers, such as "127.0.0.1". `nil` for anything else.
    init?(_ host: String, port: UInt16) {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard bytes.count == 4, !bytes.contains(nil) else { return nil }
        self.host = host
        self.port = port
        number = bytes.reduce(0) { $0 << 8 | UInt32($1 ?? 0) }
    }

    /// The addresses of a host. The host lookup runs on a dispatch queue, since it blocks a thread.
    ///
    /// - Throws: `TernError` with code `.hostNotFound`, or `.timedOut`; `CancellationError`.
    static func addresses(of origin: Origin, within limit: Duration) async throws -> [SocketAddress] {
        if let address = SocketAddress(origin.host, port: origin.port) { return [address] }
        let texts = try await Delivery.value(of: "the address of \(origin.host)", within: limit) { sink in
            DispatchQueue.global().async { sink.yield(Host(name: origin.host).addresses) }
        }
        let addresses = texts.compactMap { SocketAddress($0, port: origin.port) }
        guard !addresses.isEmpty else {
            throw TernError(.hostNotFound, reason: "\(origin.host) has no IPv4 address.")
        }
        return addresses
    }

    /// A new socket for connections to such an address. Negative if the system has no free descriptor.
    static func makeDescriptor() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_in()
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        #if canImport(Darwin)
            address.sin_len = UInt8(size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = number.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
