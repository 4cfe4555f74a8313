import Foundation
import Tern

/// An IP address and a port, in the system's form.
struct SocketAddress: Sendable {
    let family: Int32
    let socketType: Int32
    let protocolNumber: Int32
    private let bytes: [UInt8]

    /// The addresses of a host. Only a name needs a lookup, which blocks a thread of a dispatch queue meanwhile.
    ///
    /// - Throws: `TernError` with code `.hostNotFound`, or `.timedOut`; `CancellationError`.
    static func addresses(of origin: Origin, within limit: Duration) async throws -> [SocketAddress] {
        let numeric = resolve(origin, flags: AI_NUMERICHOST)
        if !numeric.isEmpty { return numeric }
        let addresses = try await Delivery.value(of: "the address of \(origin.host)", within: limit) { sink in
            DispatchQueue.global().async { sink.yield(resolve(origin, flags: 0)) }
        }
        guard !addresses.isEmpty else { throw TernError(.hostNotFound, reason: "\(origin.host) has no address.") }
        return addresses
    }

    /// The address in its numeric form, without the port.
    var host: String? {
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = withSystemAddress { address, size in
            getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        }
        guard result == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
        }
    }

    // MARK: - Private

    private static func resolve(_ origin: Origin, flags: Int32) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_flags = flags
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(origin.host, "\(origin.port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let info = entry?.pointee, let address = info.ai_addr else { return nil }
            return SocketAddress(
                family: info.ai_family,
                socketType: info.ai_socktype,
                protocolNumber: info.ai_protocol,
                bytes: Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
            )
        }
    }
}
