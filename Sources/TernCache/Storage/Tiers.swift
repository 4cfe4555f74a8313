import Foundation
import Tern

/// The memory of a cache, and the disk below it if there is one.
///
/// What the memory has of a key is all there is of it: the responses that a lookup finds on the disk come into the
/// memory together.
struct Tiers: CacheStore {
    let memory: MemoryStore
    let disk: DiskStore?
    let fills: OpenFills
    /// What the memory collects of a body of unknown length that the disk stores as well.
    private static let maximumUnannouncedBytes = 512 * 1024

    func responses(for key: CacheKey) async -> [StoredResponse] {
        let found = memory.responses(for: key)
        guard found.isEmpty, let disk else { return found }
        // Void if the key is invalidated while the disk is read.
        let fill = fills.begin(key)
        let stored = await disk.responses(for: key)
        if stored.allSatisfy(memory.takes) { memory.adopt(stored, for: key, fill) }
        return stored
    }

    func writer(of response: StoredResponse, for key: CacheKey, expectedBytes: Int?) -> (any CacheWriter)? {
        guard let lower = disk?.writer(of: response, for: key, expectedBytes: expectedBytes) else {
            return memory.writer(of: response, for: key, expectedBytes: expectedBytes)
        }
        // A body of unknown length may be long. What has no place here comes into the memory when it is used.
        let limit = expectedBytes ?? Self.maximumUnannouncedBytes
        let upper = memory.writer(of: response, for: key, expectedBytes: expectedBytes, limit: limit)
        return TiersWriter(response: response, key: key, memory: memory, upper: upper, lower: lower)
    }

    func replace(_ old: StoredResponse, by new: StoredResponse, for key: CacheKey, _ fill: Fill) async {
        fill.makeEarlierOnesVoid()
        if memory.takes(new) { memory.replace(old, by: new, for: key, fill) }
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
}

/// Writes one response to the disk, and to the memory if that takes it.
private struct TiersWriter: CacheWriter {
    let response: StoredResponse
    let key: CacheKey
    let memory: MemoryStore
    let upper: (any CacheWriter)?
    let lower: any CacheWriter

    func append(_ piece: Data) async {
        await upper?.append(piece)
        await lower.append(piece)
    }

    func commit(trailers: HTTPHeaders, _ fill: Fill) async {
        await upper?.commit(trailers: trailers, fill)
        await lower.commit(trailers: trailers, fill)
        // A response that is too long for the memory leaves no older one there.
        for old in memory.responses(for: key)
        where old.selecting == response.selecting && old.id != response.id
            && old.responseTime <= response.responseTime && !fill.isVoid
        {
            memory.remove(old, for: key)
        }
    }
}
