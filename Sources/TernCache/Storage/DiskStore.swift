import Foundation
import Tern

/// The tier of a cache on a disk: stored responses as ``DiskEntries``.
///
/// The first half of an entry's key is a digest of the resource, so that an invalidation finds all of them; the second
/// half is one of the account and of what else the response depends on. The fields that `Vary` names make the variant.
final class DiskStore: CacheStore {
    let entries: DiskEntries
    let removals: DiskRemovals
    /// The key of the digests of selecting fields.
    private let key: Data
    /// A longer body stays on the disk, and is read piece by piece.
    private let maximumBytesInMemory: Int

    init(_ entries: DiskEntries, key: Data, maximumBytesInMemory: Int) {
        self.entries = entries
        removals = DiskRemovals(in: entries.folder)
        self.key = key
        self.maximumBytesInMemory = maximumBytesInMemory
    }

    func responses(for key: CacheKey) async -> [StoredResponse] {
        guard let name = DiskKey(key) else { return [] }
        var responses: [StoredResponse] = []
        for entry in await entries.entries(for: name) {
            guard let body = await body(of: entry),
                let response = DiskRecord.response(entry.record, body: body, key: self.key)
            else { continue }
            responses.append(response)
        }
        return responses.sorted { $0.responseTime < $1.responseTime }
    }

    func writer(of response: StoredResponse, for key: CacheKey, expectedBytes: Int?) -> (any CacheWriter)? {
        guard expectedBytes ?? 0 <= entries.maximumEntryBytes, let name = DiskKey(key) else { return nil }
        let writer = entries.writer(name, variant: response.diskVariant)
        return DiskResponseWriter(response, key.partition, writer, in: self)
    }

    func replace(_ old: StoredResponse, by new: StoredResponse, for key: CacheKey, _ fill: Fill) async {
        guard let name = DiskKey(key) else { return }
        let stored = await entries.entries(for: name)
        let current = stored.first { $0.name.variant == new.diskVariant }
        // A response that has come in the meantime is at least as new.
        if old.diskVariant == new.diskVariant, let current, current.responseID != old.id { return }
        var writer = entries.writer(name, variant: new.diskVariant)
        let number = entries.begin {}
        defer { entries.end(number) }
        entries.add(new.body.count, to: number)
        switch new.body {
        case .data(let data): await writer.append(data)
        case .entry(let entry):
            for index in 0..<entry.blockCount {
                guard let block = await entry.block(index) else { return }
                await writer.append(block)
            }
        }
        // What has come in the meantime isn't replaced, and what has gone doesn't come back.
        await writer.commit(record: DiskRecord.encoded(new, in: key.partition), replacing: current) { [self] in
            isAllowed(fill)
        }
        // Its requests are selected by other fields now.
        if old.selecting.map(\.name) != new.selecting.map(\.name) { await remove(old, for: key) }
    }

    /// Whether the response of a fill may be stored: not if this or another cache has removed responses meanwhile.
    func isAllowed(_ fill: Fill) -> Bool { !fill.isVoid && !removals.areAhead }

    func remove(_ response: StoredResponse, for key: CacheKey) async {
        guard let name = DiskKey(key) else { return }
        for entry in await entries.entries(for: name) where entry.responseID == response.id {
            await entries.remove(entry)
        }
    }

    func removeAll(_ filter: CacheFilter) async {
        // Before, so that what others receive meanwhile isn't stored; after, since they may have read a file meanwhile.
        await noteRemoval()
        await removeEntries(filter)
        await noteRemoval()
    }

    private func noteRemoval() async {
        await entries.changes.run { [removals] in removals.add() }
    }

    private func removeEntries(_ filter: CacheFilter) async {
        switch filter {
        case .all: await entries.removeAll()
        case .partition(let partition): await entries.removeAll { DiskRecord.partition(of: $0) == partition }
        case .resource(let resource):
            guard let key = DiskKey(CacheKey(resource: resource, partition: .common)) else { return }
            await entries.removeAll(startingAs: key)
        }
    }

    // MARK: - Private

    /// The verified body of an entry. `nil` if it is damaged.
    private func body(of entry: DiskEntry) async -> StoredBody? {
        if entry.bodyBytes <= max(maximumBytesInMemory, DiskEntry.smallBodyBytes) {
            return await entry.body().map(StoredBody.data)
        }
        return await entry.isWhole() ? .entry(entry) : nil
    }
}

extension DiskKey {
    fileprivate init?(_ key: CacheKey) {
        var account = ByteDigest()
        account.add(key.partition.bytes)
        if let query = key.query { account.add(query) }
        let resource =
            switch key.resource {
            case .url(let url): "url \(url)"
            case .named(let name): "name \(name)"
            }
        let isPlain = key.partition == .common && key.query == nil
        let digest =
            ByteDigest.bytes(of: Data(resource.utf8)).prefix(16)
            + (isPlain ? Data(count: 16) : account.bytes.prefix(16))
        guard let key = digest.withUnsafeBytes({ DiskKey($0) }) else { return nil }
        self = key
    }
}

extension StoredResponse {
    /// Differs between responses that different requests select.
    fileprivate var diskVariant: UInt64 {
        let text = selecting.map { Data("\($0.name):\($0.digest == nil ? 0 : 1)\n".utf8) + ($0.digest ?? Data()) }
        return text.reduce(Data(isDecoded ? "decoded\n".utf8 : "".utf8), +).withUnsafeBytes(XXHash64.hash)
    }
}

extension DiskEntry {
    /// The number of the stored response.
    fileprivate var responseID: UInt64? { DiskRecord.response(record, body: .data(Data()), key: Data())?.id }
}
