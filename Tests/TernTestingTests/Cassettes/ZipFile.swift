import Foundation
import Tern

/// A zip archive for a test.
struct ZipFile {
    private var bytes = Data()
    private var list = Data()
    private var count = 0

    mutating func add(_ content: Data, named name: String, isStored: Bool = false) throws {
        let stored = isStored ? content : try deflated(content)
        let method = isStored ? 0 : 8
        let sizes = number(stored.count, 4) + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
        let common =
            number(20, 2) + number(0, 2) + number(method, 2) + number(0, 4) + number(checksum(of: content), 4) + sizes
        list +=
            number(0x0201_4b50, 4) + number(20, 2) + common + number(0, 10) + number(bytes.count, 4) + Data(name.utf8)
        bytes += number(0x0403_4b50, 4) + common + Data(name.utf8) + stored
        count += 1
    }

    var data: Data {
        bytes + list + number(0x0605_4b50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
            + number(list.count, 4) + number(bytes.count, 4) + number(0, 2)
    }

    /// The content of the file of gzip without its 10 bytes of a head, its checksum and its length. A short content isn't
    /// compressed.
    private func deflated(_ content: Data) throws -> Data {
        if let gzip = try RequestBody.data(content).gzipped()?.data { return Data(gzip.dropFirst(10).dropLast(8)) }
        return Data([1]) + number(content.count, 2) + number(~content.count, 2) + content
    }

    /// CRC-32.
    private func checksum(of content: Data) -> Int {
        var sum: UInt32 = .max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    private func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 })
    }
}
