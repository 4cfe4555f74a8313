extension Sequence {
    /// The elements by their keys, in the order in which these occur first.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        let groups = Dictionary(grouping: self, by: key)
        var known: Set<Key> = []
        return map(key).filter { known.insert($0).inserted }.map { ($0, groups[$0] ?? []) }
    }
}
