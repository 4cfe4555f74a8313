import Tern

/// A request on its way whose response may be stored. It is void when the resource is invalidated in the meantime, since
/// the response may be that from before.
final class Fill: Sendable {
    let key: CacheKey
    private let isVoidState = Guarded(false)
    private let fills: OpenFills

    fileprivate init(_ key: CacheKey, _ fills: OpenFills) {
        self.key = key
        self.fills = fills
    }

    var isVoid: Bool { isVoidState.withLock(\.self) }

    fileprivate func makeVoid() { isVoidState.withLock { $0 = true } }

    deinit {
        fills.end(ObjectIdentifier(self))
    }
}

/// The fills of a cache, which are as many as requests on their way.
final class OpenFills: Sendable {
    private struct Open: Sendable {
        weak var fill: Fill?
        let key: CacheKey
    }

    private let open = Guarded<[ObjectIdentifier: Open]>([:])

    func begin(_ key: CacheKey) -> Fill {
        let fill = Fill(key, self)
        open.withLock { $0[ObjectIdentifier(fill)] = Open(fill: fill, key: key) }
        return fill
    }

    var count: Int { open.withLock(\.count) }

    func makeVoid(_ filter: CacheFilter) {
        let found = open.withLock { open in open.values.compactMap { filter.contains($0.key) ? $0.fill : nil } }
        for fill in found { fill.makeVoid() }
    }

    fileprivate func end(_ id: ObjectIdentifier) {
        open.withLock { _ = $0.removeValue(forKey: id) }
    }
}
