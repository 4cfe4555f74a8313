/// The entries of a map while it is read, and the maps that `<<` merges into it.
struct YAMLMap {
    struct Key {
        let text: String
        let place: TextPlace
        /// Whether this is `<<` as plain text.
        let isMerge: Bool
    }

    private var list = EntryList()
    private var mergeIndex: Int?

    mutating func add(_ key: Key, _ value: DocumentNode, in text: DocumentText) throws(DocumentProblem) {
        if key.isMerge { mergeIndex = list.entries.count }
        try list.append(DocumentNode.Entry(key: key.text, keyPlace: key.place, value: value), in: text)
    }

    /// The entries in their order, with those that are merged in the place of `<<`. An entry of the map itself wins over a
    /// merged one, and that of an earlier merged map over that of a later one.
    func entries(in text: DocumentText) throws(DocumentProblem) -> [DocumentNode.Entry] {
        guard let mergeIndex else { return list.entries }
        let merge = list.entries[mergeIndex]
        var merged = EntryList()
        for map in merge.value.list ?? [merge.value] {
            guard let entries = map.entries else {
                throw text.problem("Only a map or a list of maps can be merged by “<<”.", at: merge.keyPlace)
            }
            for entry in entries where list.index(of: entry.key) == nil && merged.index(of: entry.key) == nil {
                try merged.append(entry, in: text)
            }
        }
        return list.entries[..<mergeIndex] + merged.entries + list.entries[(mergeIndex + 1)...]
    }
}
