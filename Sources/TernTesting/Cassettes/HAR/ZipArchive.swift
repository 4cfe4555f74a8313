import Foundation
import Tern

/// The files of a zip archive (APPNOTE 6.3.10): stored or deflated, of less than 4 GiB, and without encryption.
struct ZipArchive: Sendable {
    /// The largest file that is read. A few bytes can expand to a thousand times as many.
    private static let maximumBytes = 256 << 20
    private static let maximumCommentBytes = 65535
    private static let endBytes = 22
    private static let recordBytes = 46
    private static let localHeadBytes = 30

    private let data: Data
    /// The names of the files, and the offsets of their records in the list at the end.
    private let records: [(name: String, offset: Int)]

    /// Whether the data begins like an archive with at least one file.
    static func isArchive(_ data: Data) -> Bool { data.starts(with: [0x50, 0x4b, 0x03, 0x04]) }

    /// - Throws: `HARFile.Problem`.
    init(_ data: Data) throws {
        // Offsets count from 0.
        self.data = data.startIndex == 0 ? data : Data(data)
        records = try Self.records(in: self.data)
    }

    /// The names of the files, in their order.
    var names: [String] { records.map(\.name) }

    /// - Throws: `HARFile.Problem` if there is no such file, or if it can't be read.
    func file(named name: String) throws -> Data {
        let shown = "\"\(Redaction.excerpt(ofText: name))\""
        guard let record = records.first(where: { $0.name == name })?.offset else {
            throw HARFile.Problem(description: "the zip has no file \(shown)")
        }
        let failure = HARFile.Problem(description: "the file \(shown) of the zip can't be read")
        guard let flags = data.number(2, at: record + 8), flags & 1 == 0, let method = data.number(2, at: record + 10),
            let storedBytes = data.number(4, at: record + 20), let bytes = data.number(4, at: record + 24),
            bytes <= Self.maximumBytes, let head = data.number(4, at: record + 42),
            data.number(4, at: head) == 0x0403_4b50, let nameBytes = data.number(2, at: head + 26),
            let extraBytes = data.number(2, at: head + 28)
        else { throw failure }
        let start = head + Self.localHeadBytes + nameBytes + extraBytes
        guard start <= data.count, storedBytes <= data.count - start else { throw failure }
        let content = data[start..<start + storedBytes]
        switch method {
        case 0 where bytes == storedBytes: return Data(content)
        case 8:
            // With the checksum and the length, this is a file of gzip (RFC 1952), which its decoder checks.
            let checksum = data[record + 16..<record + 20]
            let length = Data((0..<4).map { UInt8(truncatingIfNeeded: bytes >> ($0 * 8)) })
            let gzip = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]) + content + checksum + length
            guard let file = try? ContentDecoder.decode(gzip, contentEncoding: ["gzip"], limit: bytes) else {
                throw failure
            }
            return file
        default: throw failure
        }
    }

    // MARK: - Private

    private static func records(in data: Data) throws -> [(name: String, offset: Int)] {
        let failure = HARFile.Problem(description: "the zip has no valid list of its files at its end")
        let tail = max(0, data.count - endBytes - maximumCommentBytes)
        guard let end = data.range(of: Data([0x50, 0x4b, 0x05, 0x06]), options: .backwards, in: tail..<data.count),
            let count = data.number(2, at: end.lowerBound + 10), var offset = data.number(4, at: end.lowerBound + 16)
        else { throw failure }
        var records: [(name: String, offset: Int)] = []
        for _ in 0..<count {
            guard data.number(4, at: offset) == 0x0201_4b50, let nameBytes = data.number(2, at: offset + 28),
                let extraBytes = data.number(2, at: offset + 30), let commentBytes = data.number(2, at: offset + 32),
                offset + recordBytes + nameBytes <= data.count
            else { throw failure }
            let name = data[offset + recordBytes..<offset + recordBytes + nameBytes]
            records.append((String(decoding: name, as: UTF8.self), offset))
            offset += recordBytes + nameBytes + extraBytes + commentBytes
        }
        return records
    }
}

extension Data {
    /// A number whose lowest byte is the first. `nil` if the data ends before.
    ///
    /// - Parameters:
    ///   - count: At most 4 bytes.
    ///   - offset: Not negative, and far from the largest number.
    fileprivate func number(_ count: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= self.count - count else { return nil }
        return self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
