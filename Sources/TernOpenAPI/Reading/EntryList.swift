/// The entries of a map while it is read. Finds a key in constant time.
struct EntryList {
    private(set) var entries: [DocumentNode.Entry] = []
    /// Empty while the entries are few.
    private var indexes: [String: Int] = [:]

    func index(of key: String) -> Int? {
        indexes.isEmpty ? entries.firstIndex { $0.key == key } : indexes[key]
    }

    /// - Throws: a problem that names both places if the key is there already.
    mutating func append(_ entry: DocumentNode.Entry, in text: DocumentText) throws(DocumentProblem) {
        if let index = index(of: entry.key) {
            let first = entries[index].keyPlace
            let places = "first in line \(first.line), column \(first.column)"
            throw text.problem("The key “\(entry.key)” is there twice: \(places).", at: entry.keyPlace)
        }
        entries.append(entry)
        guard entries.count > 8 else { return }
        for index in indexes.count..<entries.count { indexes[entries[index].key] = index }
    }
}
