import Foundation

/// Bytes that wait until the peer takes them: copied ones first, then at most one body that is too large to copy.
struct OutputQueue {
    private var bytes: [UInt8] = []
    private var remainder: Data?
    private var sent = 0

    var isEmpty: Bool { bytes.isEmpty && remainder == nil }

    var count: Int { bytes.count + (remainder?.count ?? 0) - sent }

    /// Whether ``write(_:)`` can append: nothing may overtake a body.
    var takesMore: Bool { remainder == nil && count < 256 * 1024 }

    /// - Parameter body: Appends to the bytes given and returns what is to be sent after them.
    mutating func write(_ body: (inout [UInt8]) -> Data?) {
        remainder = body(&bytes)
    }

    /// Hands bytes to `send` until there are none left or it takes no more.
    ///
    /// - Returns: `false` if the connection is broken.
    mutating func flush(_ send: (UnsafeRawBufferPointer) -> Sockets.Transfer) -> Bool {
        while !isEmpty {
            let isBody = bytes.isEmpty
            let total = isBody ? remainder?.count ?? 0 : bytes.count
            let transfer: Sockets.Transfer
            if isBody, let remainder {
                transfer = remainder.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            } else {
                transfer = bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            }
            switch transfer {
            case .bytes(let count): sent += count
            case .wouldBlock: return true
            case .ended: return false
            }
            guard sent == total else { continue }
            sent = 0
            if isBody { remainder = nil } else { bytes.removeAll(keepingCapacity: true) }
        }
        return true
    }
}
