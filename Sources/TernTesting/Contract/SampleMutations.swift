import Tern

/// The parts of a sample that its model requires. They are found by changing each part and decoding the result.
public struct SampleMutations: Sendable {
    /// The changes of one key. Each error is `nil` if the changed sample decodes.
    public struct Row: Sendable {
        /// The key path: `items[0].name`, `files["a.txt"]`.
        public let path: String
        /// The key path without keys that may be secrets.
        let text: String
        /// The place of the value.
        public let place: SampleReport.Place
        /// The error if the key is removed. For an array, the error if its first element is removed.
        public let removed: TernError?
        /// The error if the value is null.
        public let null: TernError?
        /// The error if the value has another type: a number instead of a string, an object instead of null, and
        /// otherwise a string.
        public let otherType: TernError?

        var isIgnored: Bool { removed == nil && null == nil && otherType == nil }
    }

    /// The case without its arguments.
    let name: String

    /// The place of the whole sample.
    public let place: SampleReport.Place

    /// One row for each key, in the order of the body. Outer keys come before inner keys. The members of an ignored key
    /// are not changed.
    public let rows: [Row]

    /// The error if the second half of the body is missing. `nil` if the truncated body still decodes. A lost
    /// connection could then remain unnoticed.
    public let truncated: TernError?

    /// The number of keys that were not changed, because the sample has more keys than the maximum.
    public let untriedKeys: Int

    /// The keys without which the sample can't be decoded.
    public var requiredKeys: [String] { rows.filter { $0.removed != nil }.map(\.path) }

    /// The keys that may be missing, null or of another type: the model doesn't read them, or accepts any value.
    public var ignoredKeys: [String] { rows.filter(\.isIgnored).map(\.path) }

    /// The keys whose value may be null.
    public var nullableKeys: [String] { rows.filter { $0.null == nil }.map(\.path) }
}

extension SampleMutations: CustomStringConvertible, CustomReflectable {
    /// The place of the sample, and a table with a row for each key.
    public var description: String {
        var table = TextTable(heading: ["key", "place", "removed", "null", "other type"])
        for row in rows {
            let cells = [row.removed, row.null, row.otherType].map { $0 == nil ? "decodes" : "fails" }
            table.rows.append([row.text, row.place.position ?? ""] + cells)
        }
        var lines = ["\(name), \(place)", rows.isEmpty ? "The sample has no JSON keys." : table.text]
        lines.append("The truncated body \(truncated == nil ? "decodes" : "fails").")
        if untriedKeys > 0 { lines.append("\(untriedKeys) more keys were not tried.") }
        return lines.joined(separator: "\n")
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["mutations": description], displayStyle: .struct)
    }
}

extension SampleMutations.Row: CustomStringConvertible {
    /// `items[0].name at Fixtures/items.json:3:12: removed fails, null fails, other type decodes`.
    public var description: String {
        let changes = [("removed", removed), ("null", null), ("other type", otherType)]
            .map { "\($0) \($1 == nil ? "decodes" : "fails")" }
        return "\(text) at \(place)\(place.positionInBody): \(changes.joined(separator: ", "))"
    }
}
