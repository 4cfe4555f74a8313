/// How the entries of a recording differ from a document.
package struct RecordingReport: Sendable {
    package struct Fault: Sendable {
        /// Without values: `response 200 /plan: missing`.
        package let text: String
        /// The numbers of the entries, from 1.
        package fileprivate(set) var entries: [Int]
    }

    package struct Row: Sendable {
        /// `GET /users/{login}`.
        package let operation: String
        package fileprivate(set) var entries = 0
        package fileprivate(set) var differingEntries = 0
        package fileprivate(set) var faults: [Fault] = []
    }

    /// A row for each operation, in the order of the recording.
    package private(set) var rows: [Row] = []
    /// The number of entries for other hosts than those of the document.
    package var foreignEntries = 0

    /// Whether an entry differs from the document.
    package var differs: Bool { rows.contains { !$0.faults.isEmpty } }

    mutating func add(entry: Int, to operation: String, _ texts: [String]) {
        let index = rows.firstIndex { $0.operation == operation } ?? rows.endIndex
        if index == rows.endIndex { rows.append(Row(operation: operation)) }
        rows[index].entries += 1
        if !texts.isEmpty { rows[index].differingEntries += 1 }
        for text in texts {
            if let known = rows[index].faults.firstIndex(where: { $0.text == text }) {
                rows[index].faults[known].entries.append(entry)
            } else {
                rows[index].faults.append(Fault(text: text, entries: [entry]))
            }
        }
    }
}

extension RecordingReport {
    /// A line for each operation, and one for each kind of fault.
    package var lines: [String] {
        let lines = rows.flatMap { row in
            let noun = row.entries == 1 ? "response" : "responses"
            let count = row.differingEntries
            let end = count == 0 ? "as documented" : "\(count) \(count == 1 ? "differs" : "differ")"
            return ["\(row.operation): \(row.entries) \(noun), \(end)"]
                + row.faults.map { "  \($0.text) (\(Self.text(of: $0.entries)))" }
        }
        let noun = foreignEntries == 1 ? "entry" : "entries"
        return lines + (foreignEntries == 0 ? [] : ["\(foreignEntries) \(noun) for other hosts"])
    }

    private static func text(of entries: [Int]) -> String {
        let numbers = entries.prefix(5).map(String.init).joined(separator: ", ")
        return "\(entries.count == 1 ? "entry" : "entries") \(numbers)\(entries.count > 5 ? ", …" : "")"
    }
}
