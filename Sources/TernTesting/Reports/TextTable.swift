/// A table with aligned columns, for the text of a report.
struct TextTable {
    let heading: [String]
    var rows: [[String]] = []

    /// One line for each row, the heading first, without trailing spaces.
    var text: String {
        let lines = [heading] + rows
        let widths = heading.indices.map { column in lines.map { Self.width(of: $0, column) }.max() ?? 0 }
        return lines.map { line in
            let padded = line.enumerated().map { column, cell in
                cell + String(repeating: " ", count: max(0, widths[column] - cell.count))
            }
            let joined = padded.joined(separator: "  ")
            return String(joined.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    private static func width(of line: [String], _ column: Int) -> Int {
        line.indices.contains(column) ? line[column].count : 0
    }
}
