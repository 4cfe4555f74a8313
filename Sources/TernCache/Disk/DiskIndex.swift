/// What is known of the files of a folder: how long they are, and when they were used last.
///
/// It may be wrong, since other processes write and remove files, too: it decides what is evicted and which files are
/// tried, never what is true of a file.
struct DiskIndex: Sendable {
    private struct Slot: Sendable {
        let variant: UInt64
        var bytes: Int
        /// Seconds since 1970.
        var lastUse: Double
        /// The number of the last sweep that had begun when the file was written.
        var sweep: Int
    }

    private var slots: [DiskKey: [Slot]] = [:]
    /// What was removed since the last sweep began, and what that sweep may have found before.
    private var removed: Set<DiskName> = []
    /// The number of sweeps that have begun.
    private var sweeps = 0
    private(set) var count = 0
    private(set) var bytes = 0
    /// The bytes that were written since the last sweep began.
    private(set) var bytesSinceSweep = 0
    /// Whether the files that were in the folder at the beginning are known.
    private(set) var isComplete = false
    private(set) var isSweeping = false

    /// The variants of a key.
    func names(of key: DiskKey) -> [DiskName] {
        (slots[key] ?? []).map { DiskName(key: key, variant: $0.variant) }
    }

    /// The variant of a key that was used least recently, if the key has more than this number.
    func surplus(of key: DiskKey, over limit: Int) -> DiskName? {
        guard let variants = slots[key], variants.count > limit else { return nil }
        return variants.min { $0.lastUse < $1.lastUse }.map { DiskName(key: key, variant: $0.variant) }
    }

    mutating func insert(_ name: DiskName, bytes: Int, lastUse: Double) {
        insert(name.key, Slot(variant: name.variant, bytes: bytes, lastUse: lastUse, sweep: sweeps))
        bytesSinceSweep += bytes
    }

    mutating func use(_ name: DiskName, bytes: Int, at time: Double) {
        let slot = Slot(variant: name.variant, bytes: bytes, lastUse: time, sweep: sweeps)
        guard let index = slots[name.key]?.firstIndex(where: { $0.variant == name.variant }) else {
            return insert(name.key, slot)
        }
        self.bytes &+= bytes &- (slots[name.key]?[index].bytes ?? bytes)
        slots[name.key]?[index] = slot
    }

    mutating func remove(_ name: DiskName) {
        if isSweeping { removed.insert(name) }
        removeSlot(name)
    }

    // MARK: - Sweeps

    /// - Returns: Whether a sweep may begin, since none is under way.
    mutating func beginSweep() -> Bool {
        guard !isSweeping else { return false }
        isSweeping = true
        sweeps += 1
        bytesSinceSweep = 0
        removed = []
        return true
    }

    /// Takes over the files that a sweep has found, and keeps what was written or used meanwhile.
    mutating func endSweep(with found: [(name: DiskName, bytes: Int, lastUse: Double)], at now: Double) {
        let old = slots
        (slots, count, bytes) = ([:], 0, 0)
        slots.reserveCapacity(found.count)
        for file in found where !removed.contains(file.name) {
            let known = old[file.name.key]?.first { $0.variant == file.name.variant }
            // A time in the future, from before the clock was set back, is that of the first sweep.
            let lastUse = file.lastUse > now ? known?.lastUse ?? now : max(file.lastUse, known?.lastUse ?? 0)
            insert(file.name.key, Slot(variant: file.name.variant, bytes: file.bytes, lastUse: lastUse, sweep: 0))
        }
        for (key, variants) in old { for slot in variants where slot.sweep == sweeps { insert(key, slot) } }
        isComplete = true
        isSweeping = false
    }

    /// The least recently used files, without which the rest has at most this many bytes.
    func oldest(downTo limit: Int) -> [DiskName] {
        guard bytes > limit else { return [] }
        let all = slots.flatMap { key, variants in variants.map { (key, $0) } }
        var rest = bytes
        return all.sorted { $0.1.lastUse < $1.1.lastUse }.prefix { _, slot in
            defer { rest -= slot.bytes }
            return rest > limit
        }.map { DiskName(key: $0, variant: $1.variant) }
    }

    // MARK: - Private

    private mutating func insert(_ key: DiskKey, _ slot: Slot) {
        removed.remove(DiskName(key: key, variant: slot.variant))
        removeSlot(DiskName(key: key, variant: slot.variant))
        slots[key, default: []].append(slot)
        count += 1
        bytes &+= slot.bytes
    }

    private mutating func removeSlot(_ name: DiskName) {
        guard let index = slots[name.key]?.firstIndex(where: { $0.variant == name.variant }),
            let slot = slots[name.key]?.remove(at: index)
        else { return }
        if slots[name.key]?.isEmpty == true { slots[name.key] = nil }
        count -= 1
        bytes &-= slot.bytes
    }
}
