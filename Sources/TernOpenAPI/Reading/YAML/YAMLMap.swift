/// The entries of a map while it is read, and the maps that `<<` merges into it.
struct YAMLMap {
    struct Key {
        let text: String
        let place: TextPlace
        /// Whether this is `<<` as plain text.
        let isMerge: Bool
    }

    private var list = EntryList()
    /// The entries that are merged, and the index of the entry before which they stand.
    private var merged: (entries: [DocumentNode.Entry], index: Int, key: DocumentNode.Entry)?

    init() {}

    mutating func add(_ key: Key, _ value: DocumentNode, in text: DocumentText) throws(DocumentProblem) {
        let entry = DocumentNode.Entry(key: key.text, keyPlace: key.place, value: value)
        guard key.isMerge else { return try list.append(entry, in: text) }
        if let merged {
            var first = EntryList()
            try first.append(merged.key, in: text)
            try first.append(entry, in: text)
        }
        var entries: [DocumentNode.Entry] = []
        for map in value.list ?? [value] {
            guard let more = map.entries else {
                let problem = "Only a map or a list of maps can be merged by “<<”."
                throw DocumentProblem(file: text.file, place: key.place, problem)
            }
            entries += more
        }
        merged = (entries, list.entries.count, entry)
    }

    /// The entries in their order. An entry of the map itself wins over a merged one, and an earlier merged map over a later.
    func entries(in text: DocumentText) throws(DocumentProblem) -> [DocumentNode.Entry] {
        guard let merged else { return list.entries }
        var result = EntryList()
        for entry in list.entries[..<merged.index] { try result.append(entry, in: text) }
        for entry in merged.entries where list.index(of: entry.key) == nil && result.index(of: entry.key) == nil {
            try result.append(entry, in: text)
        }
        for entry in list.entries[merged.index...] { try result.append(entry, in: text) }
        return result.entries
    }
}
