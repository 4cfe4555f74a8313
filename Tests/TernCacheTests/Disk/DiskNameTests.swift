import Foundation
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct DiskNameTests {
    @Test func fileNameHoldsKeyAndVariant() throws {
        let key = try #require(Array(UInt8(0x80)..<0xA0).withUnsafeBytes { DiskKey($0) })
        let name = DiskName(key: key, variant: 0x0123_4567_89AB_CDEF)

        let hexadecimal = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
        #expect(name.file == hexadecimal + "-0123456789abcdef")
        #expect(Array(name.file.utf8).withUnsafeBufferPointer { DiskName(file: $0) } == name)
        #expect(key.bytes == Array(0x80..<0xA0))
    }

    @Test func keyHas32Bytes() {
        for count in 0..<64 where count != 32 {
            #expect([UInt8](repeating: 1, count: count).withUnsafeBytes { DiskKey($0) } == nil)
        }
    }

    @Test func otherFileNamesAreNone() throws {
        let name = DiskName(key: try #require(.numbered(0xAB)), variant: .max).file
        let others = [
            "", ".", "..", "partition-key", name + "0", String(name.dropLast()), name.uppercased(),
            name.replacingOccurrences(of: "-", with: "_"), "g" + name.dropFirst(), name.dropLast() + " ",
        ]
        for other in others {
            #expect(Array(other.utf8).withUnsafeBufferPointer { DiskName(file: $0) } == nil, "\(other)")
        }
    }
}
