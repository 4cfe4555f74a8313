import Tern

/// A request on its way whose response may be stored. It is void when the resource is invalidated in the meantime, or
/// another cache of the folder has removed responses, since the response may be that from before.
final class Fill: Sendable {
    let key: CacheKey
    /// A later fill has a higher number.
    fileprivate let number: UInt64
    private let isVoidState = Guarded(false)
    private let fills: OpenFills
    /// The removals by other caches of the folder that were known when the fill began.
    private let removals: Int

    fileprivate init(_ key: CacheKey, number: UInt64, _ fills: OpenFills, removals: Int) {
        self.key = key
        self.number = number
        self.fills = fills
        self.removals = removals
    }

    var isVoid: Bool { isVoidState.withLock(\.self) || fills.knownRemovals != removals }

    /// Makes earlier fills of the same key void: their responses may be older than this one.
    func makeEarlierOnesVoid() { fills.makeVoid { $0.key == key && $0.number < number } }

    fileprivate func makeVoid() { isVoidState.withLock { $0 = true } }

    deinit {
        fills.end(ObjectIdentifier(self))
    }
}

/// The fills of a cache, which are as many as requests on their way.
final class OpenFills: Sendable {
    fileprivate struct Open: Sendable {
        weak var fill: Fill?
        let key: CacheKey
        let number: UInt64
    }

    private let open = Guarded<(fills: [ObjectIdentifier: Open], last: UInt64)>(([:], 0))
    private let removals: DiskRemovals?

    init(_ removals: DiskRemovals? = nil) {
        self.removals = removals
    }

    fileprivate var knownRemovals: Int { removals?.known ?? 0 }

    func begin(_ key: CacheKey) -> Fill {
        let removals = knownRemovals
        return open.withLock { open in
            open.last += 1
            let fill = Fill(key, number: open.last, self, removals: removals)
            open.fills[ObjectIdentifier(fill)] = Open(fill: fill, key: key, number: open.last)
            return fill
        }
    }

    var count: Int { open.withLock(\.fills.count) }

    func makeVoid(_ filter: CacheFilter) { makeVoid { filter.contains($0.key) } }

    fileprivate func makeVoid(_ isVoid: (Open) -> Bool) {
        let found = open.withLock { open in open.fills.values.compactMap { isVoid($0) ? $0.fill : nil } }
        for fill in found { fill.makeVoid() }
    }

    fileprivate func end(_ id: ObjectIdentifier) {
        open.withLock { _ = $0.fills.removeValue(forKey: id) }
    }
}
