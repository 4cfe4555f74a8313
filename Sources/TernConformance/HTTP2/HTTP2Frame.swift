import Foundation
import TernTesting

/// A frame (RFC 9113, section 4.1).
struct HTTP2Frame {
    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
    }

    enum Flag {
        static let acknowledgement: UInt8 = 1
        static let endStream: UInt8 = 1
        static let endHeaders: UInt8 = 4
        static let padded: UInt8 = 8
        static let priority: UInt8 = 0x20
    }

    static let headSize = 9
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    var kind: UInt8
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    /// The next frame of `bytes`, or `nil` while it is incomplete.
    static func take(from bytes: inout ByteQueue) -> HTTP2Frame? {
        guard bytes.count >= headSize else { return nil }
        var head: [UInt8] = []
        bytes.peek(headSize) { head = Array($0) }
        let size = Int(number(head[0..<3]))
        guard bytes.count >= headSize + size else { return nil }
        var frame = HTTP2Frame(kind: head[3], flags: head[4], stream: number(head[5..<9]) & 0x7FFF_FFFF)
        _ = bytes.take(upTo: headSize) { _ in }
        _ = bytes.take(upTo: size) { frame.payload = Array($0) }
        return frame
    }

    func append(to bytes: inout [UInt8]) {
        bytes += Self.bytes(of: UInt32(payload.count)).dropFirst()
        bytes += [kind, flags]
        bytes += Self.bytes(of: stream)
        bytes += payload
    }

    /// The payload without padding and priority; `nil` if there is more padding than payload.
    var content: ArraySlice<UInt8>? {
        var content = payload[...]
        if has(Flag.padded) {
            guard let padding = content.popFirst(), Int(padding) <= content.count else { return nil }
            content = content.dropLast(Int(padding))
        }
        if kind == Kind.headers, has(Flag.priority) {
            guard content.count >= 5 else { return nil }
            content = content.dropFirst(5)
        }
        return content
    }

    /// Whether a field value has no space or tab at its start or end.
    static func isTrimmed(_ value: String) -> Bool {
        [" ", "\t"].allSatisfy { !value.hasPrefix($0) && !value.hasSuffix($0) }
    }

    static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func bytes(of number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
