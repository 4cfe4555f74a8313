import Foundation
import Tern

/// The memory of a cache, and the disk below it if there is one.
///
/// Of a key, the disk may have responses that the memory doesn't have, such as those that are too long for it. A request
/// that selects one of them selects no older one in memory.
struct Tiers: CacheStore {
    let memory: MemoryStore
    let disk: DiskStore?
    let fills: OpenFills
    let now: @Sendable () -> Date
    /// The limit in memory for a body of unknown length that the disk stores as well.
    private static let maximumUnannouncedBytes = 512 * 1024

    /// The responses of a key in memory, which suffice for a request that selects one of them.
    func responsesInMemory(for key: CacheKey) -> [StoredResponse] {
        if let disk, disk.removals.areNew(at: now().timeIntervalSince1970) { memory.removeAll(.all) }
        return memory.responses(for: key)
    }

    func responses(for key: CacheKey) async -> [StoredResponse] {
        let found = responsesInMemory(for: key)
        guard let disk else { return found }
        // Void if the key is invalidated while the disk is read.
        let fill = fills.begin(key)
        let stored = await disk.responses(for: key)
        if stored.allSatisfy({ memory.takes($0, for: key) }) { memory.adopt(stored, for: key, fill) }
        return found + stored.filter { other in !found.contains { $0.isSelected(as: other) } }
    }

    func writer(of response: StoredResponse, for key: CacheKey, expectedBytes: Int?) -> (any CacheWriter)? {
        guard let lower = disk?.writer(of: response, for: key, expectedBytes: expectedBytes) else {
            return memory.writer(of: response, for: key, expectedBytes: expectedBytes)
        }
        // A body of unknown length may be long. If it exceeds the limit, the memory stores it when it is first used.
        let limit = expectedBytes ?? Self.maximumUnannouncedBytes
        let upper = memory.writer(of: response, for: key, expectedBytes: expectedBytes, limit: limit)
        return TiersWriter(response: response, key: key, tiers: self, upper: upper, lower: lower)
    }

    func replace(_ old: StoredResponse, by new: StoredResponse, for key: CacheKey, _ fill: Fill) async {
        forgetMemoryIfRemoved()
        fill.makeEarlierOnesVoid()
        if memory.takes(new, for: key) {
            memory.replace(old, by: new, for: key, fill)
        } else {
            memory.remove(old, for: key)
            memory.removeOlder(than: new, for: key)
        }
        await disk?.replace(old, by: new, for: key, fill)
    }

    func remove(_ response: StoredResponse, for key: CacheKey) async {
        memory.remove(response, for: key)
        await disk?.remove(response, for: key)
    }

    func removeAll(_ filter: CacheFilter) async {
        memory.removeAll(filter)
        await disk?.removeAll(filter)
    }

    /// Empties the memory if another process may have removed responses from the disk.
    func forgetMemoryIfRemoved() {
        if let disk, disk.removals.areNew() { memory.removeAll(.all) }
    }
}

/// Writes one response to the disk, and to the memory if that takes it.
private struct TiersWriter: CacheWriter {
    let response: StoredResponse
    let key: CacheKey
    let tiers: Tiers
    let upper: (any CacheWriter)?
    let lower: any CacheWriter

    func append(_ piece: Data) async {
        await upper?.append(piece)
        await lower.append(piece)
    }

    func commit(trailers: HTTPHeaders, _ fill: Fill) async {
        tiers.forgetMemoryIfRemoved()
        await upper?.commit(trailers: trailers, fill)
        await lower.commit(trailers: trailers, fill)
        // A response that is too long for the memory leaves no older one there, also if a lookup has read that meanwhile.
        if !fill.isVoid, !tiers.memory.contains(response, for: key) {
            tiers.memory.removeOlder(than: response, for: key)
        }
    }
}
