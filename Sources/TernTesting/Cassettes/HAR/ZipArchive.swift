import Foundation
import Tern

/// The files of a zip archive (APPNOTE 6.3.10): stored or deflated, of less than 4 GiB, and without encryption.
struct ZipArchive: Sendable {
    /// Why an archive or one of its files can't be read.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Entry: Sendable {
        let name: String
        let flags: UInt16
        let method: UInt16
        let checksum: Range<Int>
        let storedBytes: Int
        let bytes: Int
        let offset: Int
    }

    /// The largest file that is read. A few bytes can expand to a thousand times as many.
    private static let maximumBytes = 256 << 20
    private static let maximumCommentBytes = 65535
    private static let endBytes = 22
    private static let entryBytes = 46
    private static let localHeadBytes = 30

    private let data: Data
    private let entries: [Entry]

    /// Whether the data begins like an archive with at least one file.
    static func isArchive(_ data: Data) -> Bool { data.starts(with: [0x50, 0x4b, 0x03, 0x04]) }

    /// - Throws: ``Failure``.
    init(_ data: Data) throws {
        // Offsets count from 0.
        self.data = data.startIndex == 0 ? data : Data(data)
        entries = try Self.entries(in: self.data)
    }

    /// The names of the files, in their order.
    var names: [String] { entries.map(\.name) }

    /// - Throws: ``Failure`` if there is no such file, or if it can't be read.
    func file(named name: String) throws -> Data {
        let shown = "\"\(Redaction.excerpt(ofText: name))\""
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw Failure(description: "the zip has no file \(shown)")
        }
        let failure = Failure(description: "the file \(shown) of the zip can't be read")
        guard entry.flags & 1 == 0, entry.bytes <= Self.maximumBytes, let head = data.number(4, at: entry.offset),
            head == 0x0403_4b50, let nameBytes = data.number(2, at: entry.offset + 26),
            let extraBytes = data.number(2, at: entry.offset + 28)
        else { throw failure }
        let start = entry.offset + Self.localHeadBytes + nameBytes + extraBytes
        guard start <= data.count, entry.storedBytes <= data.count - start else { throw failure }
        let content = data[start..<start + entry.storedBytes]
        switch entry.method {
        case 0 where entry.bytes == entry.storedBytes: return Data(content)
        case 8:
            // With the checksum and the length, this is a file of gzip (RFC 1952), which its decoder checks.
            let gzip =
                Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]) + content + data[entry.checksum]
                + Data((0..<4).map { UInt8(truncatingIfNeeded: entry.bytes >> ($0 * 8)) })
            guard let file = try? ContentDecoder.decode(gzip, contentEncoding: ["gzip"], limit: entry.bytes) else {
                throw failure
            }
            return file
        default: throw failure
        }
    }

    // MARK: - Private

    private static func entries(in data: Data) throws -> [Entry] {
        let failure = Failure(description: "the zip has no valid list of its files at its end")
        let tail = max(0, data.count - endBytes - maximumCommentBytes)
        guard let end = data.range(of: Data([0x50, 0x4b, 0x05, 0x06]), options: .backwards, in: tail..<data.count),
            let count = data.number(2, at: end.lowerBound + 10), var offset = data.number(4, at: end.lowerBound + 16)
        else { throw failure }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard data.number(4, at: offset) == 0x0201_4b50, let flags = data.number(2, at: offset + 8),
                let method = data.number(2, at: offset + 10), let storedBytes = data.number(4, at: offset + 20),
                let bytes = data.number(4, at: offset + 24), let nameBytes = data.number(2, at: offset + 28),
                let extraBytes = data.number(2, at: offset + 30), let commentBytes = data.number(2, at: offset + 32),
                let place = data.number(4, at: offset + 42), offset + entryBytes + nameBytes <= data.count
            else { throw failure }
            let name = data[offset + entryBytes..<offset + entryBytes + nameBytes]
            entries.append(
                Entry(
                    name: String(decoding: name, as: UTF8.self),
                    flags: UInt16(flags),
                    method: UInt16(method),
                    checksum: offset + 16..<offset + 20,
                    storedBytes: storedBytes,
                    bytes: bytes,
                    offset: place
                )
            )
            offset += entryBytes + nameBytes + extraBytes + commentBytes
        }
        return entries
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
