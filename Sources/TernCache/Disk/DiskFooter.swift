import Foundation

/// The end of an entry's file, which says what stands before it. A file is
///
///     body | record | checksum of each 64 KiB of the body | name, lengths | checksum of all but the body | magic
///
/// with numbers of 8 bytes, least significant byte first. The body comes first, since its length, its checksums and its
/// record are known last. A file that was cut off or prolonged doesn't end with a footer for its length.
struct DiskFooter: Equatable {
    static let blockBytes = 64 << 10

    let name: DiskName
    let bodyBytes: Int
    let recordBytes: Int

    /// The bytes of the file.
    var fileBytes: Int { bodyBytes + tailBytes }

    /// The bytes of the record, the checksums and the footer.
    var tailBytes: Int { recordBytes + 8 * blockCount + Self.byteCount }

    var blockCount: Int { (bodyBytes + Self.blockBytes - 1) / Self.blockBytes }

    /// Everything after the body.
    static func tail(name: DiskName, bodyBytes: Int, checksums: [UInt64], record: Data) -> Data {
        var tail = record
        for checksum in checksums { tail.append(number: checksum) }
        tail.append(contentsOf: name.key.bytes)
        for number in [name.variant, UInt64(bodyBytes), UInt64(record.count)] { tail.append(number: number) }
        tail.append(number: tail.withUnsafeBytes(XXHash64.hash))
        tail.append(number: magic)
        return tail
    }

    /// - Parameters:
    ///   - end: The last bytes of the file.
    ///   - fileBytes: The length of the file.
    /// - Returns: `nil` unless the bytes are a footer for this length. Its checksum isn't verified yet.
    init?(_ end: UnsafeRawBufferPointer, fileBytes: Int) {
        guard end.count >= Self.byteCount, fileBytes < .max / 2, end.number(at: end.count - 8) == Self.magic else {
            return nil
        }
        let start = end.count - Self.byteCount
        guard let key = DiskKey(UnsafeRawBufferPointer(rebasing: end[start..<start + DiskKey.byteCount])),
            let bodyBytes = Int(exactly: end.number(at: start + 40)), bodyBytes <= fileBytes,
            let recordBytes = Int(exactly: end.number(at: start + 48)), recordBytes <= fileBytes - bodyBytes
        else { return nil }
        name = DiskName(key: key, variant: end.number(at: start + 32))
        self.bodyBytes = bodyBytes
        self.recordBytes = recordBytes
        guard self.fileBytes == fileBytes else { return nil }
    }

    /// The record and the checksums of the body's blocks. `nil` if their checksum is wrong.
    ///
    /// - Parameter tail: Everything after the body.
    func contents(of tail: UnsafeRawBufferPointer) -> (record: Data, checksums: [UInt64], checksum: UInt64)? {
        guard tail.count == tailBytes else { return nil }
        let checksum = tail.number(at: tail.count - 16)
        guard XXHash64.hash(UnsafeRawBufferPointer(rebasing: tail[..<(tail.count - 16)])) == checksum else {
            return nil
        }
        let checksums = (0..<blockCount).map { tail.number(at: recordBytes + 8 * $0) }
        return (Data(tail[..<recordBytes]), checksums, checksum)
    }

    static let byteCount = DiskKey.byteCount + 5 * 8

    // MARK: - Private

    /// "TernDsk" and the version of the format.
    private static let magic: UInt64 = 0x01_6B_73_44_6E_72_65_54
}

extension Data {
    fileprivate mutating func append(number: UInt64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func number(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
