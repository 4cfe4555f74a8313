import Foundation

/// Bytes that wait until the peer accepts them: copied bytes first, then at most one body that is too large to copy.
package struct OutputQueue {
    private var bytes: [UInt8] = []
    private var remainder: Data?
    private var sent = 0

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty && remainder == nil }

    package var count: Int { bytes.count + (remainder?.count ?? 0) - sent }

    /// Whether ``write(_:)`` can append bytes. Appended bytes must not be sent before a pending body.
    var takesMore: Bool { remainder == nil && count < 256 * 1024 }

    /// - Parameter append: Appends to the given bytes, and returns data to send after them.
    package mutating func write(_ append: (inout [UInt8]) -> Data?) {
        remainder = append(&bytes)
    }

    /// Passes bytes to `send` until all bytes are sent, or until `send` accepts no more.
    ///
    /// - Returns: `false` if the connection is broken.
    package mutating func flush(_ send: (UnsafeRawBufferPointer) -> Sockets.Transfer) -> Bool {
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
