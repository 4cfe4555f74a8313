import Foundation
import Tern

/// Responses in memory, within limits of bytes and number. The least recently used keys leave first.
final class MemoryStore: CacheStore {
    /// The responses of one key, which its requests select by the fields that `Vary` names.
    private struct Group: Sendable {
        /// The oldest first.
        var responses: [StoredResponse] = []
        /// The number of the last use.
        var lastUse: UInt64 = 0
    }

    private struct State: Sendable {
        var groups: [CacheKey: Group] = [:]
        /// The keys of each resource, for its invalidation.
        var keys: [CacheKey.Resource: Set<CacheKey>] = [:]
        var uses: UInt64 = 0
        var bytes = 0
        var count = 0
        /// The bodies that aren't stored yet.
        var open: OpenBodies
    }

    /// A key keeps this number of responses, however many its `Vary` makes.
    private static let maximumVariants = DiskEntries.maximumVariants

    private let state: Guarded<State>
    private let maximumBytes: Int
    private let maximumCount: Int
    let maximumEntryBytes: Int

    init(maximumBytes: Int, maximumCount: Int, maximumEntryBytes: Int) {
        self.maximumBytes = maximumBytes
        self.maximumCount = maximumCount
        self.maximumEntryBytes = maximumEntryBytes
        state = Guarded(State(open: OpenBodies(maximumBytes: maximumBytes / 2)))
    }

    var size: (count: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

    /// The bytes of the bodies that are being stored.
    var openBytes: Int { state.withLock { $0.open.bytes } }

    func responses(for key: CacheKey) -> [StoredResponse] {
        state.withLock { state in
            guard let index = state.groups.index(forKey: key) else { return [] }
            state.uses += 1
            state.groups.values[index].lastUse = state.uses
            return state.groups.values[index].responses
        }
    }

    func writer(of response: StoredResponse, for key: CacheKey, expectedBytes: Int?) -> (any CacheWriter)? {
        writer(of: response, for: key, expectedBytes: expectedBytes, limit: maximumEntryBytes)
    }

    /// - Parameter limit: The length of the longest body that is stored.
    func writer(
        of response: StoredResponse,
        for key: CacheKey,
        expectedBytes: Int?,
        limit: Int
    ) -> (any CacheWriter)? {
        let rest = maximumEntryBytes - response.cost - key.cost
        guard rest >= 0, expectedBytes ?? 0 <= rest else { return nil }
        return MemoryWriter(response, key, self, limit: min(limit, rest))
    }

    /// Whether a response isn't too long, as far as it is known.
    func takes(_ response: StoredResponse, for key: CacheKey) -> Bool {
        response.cost <= maximumEntryBytes - key.cost
    }

    func contains(_ response: StoredResponse, for key: CacheKey) -> Bool {
        state.withLock { $0.groups[key]?.responses.contains { $0.id == response.id } ?? false }
    }

    /// Stores responses of a lower tier. Responses that were stored here in the meantime are at least as new.
    func adopt(_ responses: [StoredResponse], for key: CacheKey, _ fill: Fill) {
        for response in responses {
            insert(response, for: key, fill) { stored in
                !stored.contains(where: response.isSelected)
            } removing: { _ in
                false
            }
        }
    }

    /// Stores a response instead of those that the same requests select.
    func insert(_ response: StoredResponse, for key: CacheKey, _ fill: Fill) {
        insert(response, for: key, fill) { _ in
            true
        } removing: {
            $0.isSelected(as: response)
        }
    }

    func replace(_ old: StoredResponse, by new: StoredResponse, for key: CacheKey, _ fill: Fill) {
        let selects = old.selecting.map(\.name) != new.selecting.map(\.name)
        insert(new, for: key, fill) { stored in
            // A response that has come in the meantime is at least as new.
            !old.isSelected(as: new) || stored.allSatisfy { !$0.isSelected(as: new) || $0.id == old.id }
        } removing: { stored in
            stored.isSelected(as: new) || selects && stored.id == old.id
        }
    }

    // MARK: - Bodies that are being stored

    func begin(giveUp: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { $0.open.begin(giveUp: giveUp) }
    }

    func add(_ bytes: Int, to body: UInt64) {
        let (surplus, removed) = state.withLock { state in
            state.open.add(bytes, to: body)
            let surplus = state.open.endSurplus()
            return (surplus, makeRoom(in: &state))
        }
        for giveUp in surplus { giveUp() }
        withExtendedLifetime(removed) {}
    }

    func end(_ body: UInt64) {
        state.withLock { $0.open.end(body) }
    }

    // MARK: - Private

    private func insert(
        _ response: StoredResponse,
        for key: CacheKey,
        _ fill: Fill,
        if isAllowed: ([StoredResponse]) -> Bool,
        removing isReplaced: (StoredResponse) -> Bool
    ) {
        change { state in
            guard isAllowed(state.groups[key]?.responses ?? []) else { return [] }
            let removed = Self.remove(from: key, &state, where: isReplaced)
            Self.add(response, to: key, &state)
            return removed
        }
        // An invalidation makes the fill void before it removes responses. So if it comes later, it finds this one.
        if fill.isVoid { remove(response, for: key) }
    }

    func remove(_ response: StoredResponse, for key: CacheKey) {
        change { Self.remove(from: key, &$0) { $0.id == response.id } }
    }

    /// Removes the older responses that a request may select instead of one that isn't stored here.
    func removeOlder(than response: StoredResponse, for key: CacheKey) {
        change { state in
            Self.remove(from: key, &state) { old in
                old.overlaps(response) && old.id != response.id && old.responseTime <= response.responseTime
            }
        }
    }

    func removeAll(_ filter: CacheFilter) {
        change { state in
            let keys: [CacheKey] =
                if case .resource(let resource) = filter {
                    Array(state.keys[resource] ?? [])
                } else {
                    state.groups.keys.filter(filter.contains)
                }
            return keys.flatMap { key in Self.remove(from: key, &state) { _ in true } }
        }
    }

    /// Changes the state, and then makes room. Removed bodies are released outside of the lock.
    private func change(_ change: (inout State) -> [StoredResponse]) {
        let removed = state.withLock { state in change(&state) + makeRoom(in: &state) }
        withExtendedLifetime(removed) {}
    }

    /// Removes a tenth more than necessary, so that the next responses need no search.
    private func makeRoom(in state: inout State) -> [StoredResponse] {
        let maximumBytes = maximumBytes - state.open.bytes
        guard state.bytes > maximumBytes || state.count > maximumCount else { return [] }
        let (bytes, count) = (maximumBytes - maximumBytes / 10, maximumCount - maximumCount / 10)
        var removed: [StoredResponse] = []
        for (key, _) in state.groups.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.bytes > bytes || state.count > count else { break }
            removed += Self.remove(from: key, &state) { _ in true }
        }
        return removed
    }

    private static func add(_ response: StoredResponse, to key: CacheKey, _ state: inout State) {
        state.uses += 1
        var group = state.groups.removeValue(forKey: key) ?? Group()
        // A key counts once for each of its responses, as on the disk.
        let cost = response.cost + key.cost
        group.responses.append(response)
        group.lastUse = state.uses
        state.groups[key] = group
        state.keys[key.resource, default: []].insert(key)
        state.bytes += cost
        state.count += 1
        if group.responses.count > maximumVariants {
            let oldest = group.responses[0].id
            _ = remove(from: key, &state) { $0.id == oldest }
        }
    }

    private static func remove(
        from key: CacheKey,
        _ state: inout State,
        where isRemoved: (StoredResponse) -> Bool
    ) -> [StoredResponse] {
        guard var group = state.groups.removeValue(forKey: key) else { return [] }
        let removed = group.responses.filter(isRemoved)
        group.responses.removeAll(where: isRemoved)
        let cost = removed.reduce(0) { $0 + $1.cost + key.cost }
        state.bytes -= cost
        state.count -= removed.count
        if group.responses.isEmpty {
            state.keys[key.resource]?.remove(key)
            if state.keys[key.resource]?.isEmpty == true { state.keys[key.resource] = nil }
        } else {
            state.groups[key] = group
        }
        return removed
    }
}
