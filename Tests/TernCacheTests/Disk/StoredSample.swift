import Foundation
import TestDoubles

@testable import TernCache

/// A record and the body that belongs to it, made from a number.
struct StoredSample: Equatable, Sendable {
    let record: Data
    let body: Data

    /// - Parameter bytes: The length of the body.
    init(_ number: UInt64, bytes: Int) {
        record = Data("record \(number) \(bytes)".utf8)
        var random = SeededRandom(seed: number)
        var body = Data(capacity: bytes + 8)
        while body.count < bytes { withUnsafeBytes(of: random.next()) { body.append(contentsOf: $0) } }
        self.body = body.prefix(bytes)
    }

    /// The sample to which a record belongs. `nil` for another record.
    init?(record: Data) {
        let words = String(decoding: record, as: UTF8.self).split(separator: " ")
        guard words.count == 3, let number = UInt64(words[1]), let bytes = Int(words[2]) else { return nil }
        self.init(number, bytes: bytes)
    }
}

extension DiskKey {
    /// A key whose first byte is the number's last.
    static func numbered(_ number: Int) -> DiskKey? {
        var random = SeededRandom(seed: UInt64(number))
        let bytes = [UInt8(truncatingIfNeeded: number)] + (1..<32).map { _ in UInt8(random.below(256)) }
        return bytes.withUnsafeBytes { DiskKey($0) }
    }
}

extension DiskEntries {
    convenience init(_ folder: TemporaryFolder, maximumBytes: Int = 64 << 20, maximumEntryBytes: Int = 8 << 20) {
        self.init(folder: folder.url, maximumBytes: maximumBytes, maximumEntryBytes: maximumEntryBytes)
    }

    @discardableResult
    func store(_ sample: StoredSample, _ key: DiskKey, variant: UInt64 = 0, pieceBytes: Int = 50_000) async -> Bool {
        var writer = writer(key, variant: variant)
        var rest = sample.body[...]
        while !rest.isEmpty {
            await writer.append(rest.prefix(pieceBytes))
            rest = rest.dropFirst(pieceBytes)
        }
        return await writer.commit(record: sample.record)
    }

    /// The records and bodies of a key, in the order of the records.
    func samples(of key: DiskKey) async -> [StoredSample] {
        var samples: [StoredSample] = []
        for entry in await entries(for: key) {
            if let body = await entry.body() { samples.append(StoredSample(entry.record, body)) }
        }
        return samples.sorted { $0.record.lexicographicallyPrecedes($1.record) }
    }
}

extension StoredSample {
    fileprivate init(_ record: Data, _ body: Data) {
        self.record = record
        self.body = body
    }
}

extension TemporaryFolder {
    /// The paths of all files, relative to the folder.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.path + "/" + path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// Replaces the bytes of a file. `Data.write(to:)` would wait for the disk on Linux.
    func write(_ bytes: Data, to path: String) {
        _ = DiskFile(url.path + "/" + path, O_WRONLY | O_CREAT | O_TRUNC)?.write(bytes)
    }

    func contains(_ path: String) -> Bool { access(url.path + "/" + path, F_OK) == 0 }

    func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path + "/" + path)[.posixPermissions] as? Int
    }
}
