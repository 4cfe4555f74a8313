/// The counts of each part.
struct ResultTable {
    static let heading = ["Part", "Passed", "Failed", "Skipped", "Time"]
    let rows: [[String]]

    init(_ state: CheckState) {
        rows = state.parts.map { part in
            [
                part.name, "\(part.passed)", "\(part.failures.count)", "\(part.skipped.count)",
                part.time.map(Display.seconds) ?? "–",
            ]
        }
    }

    /// Aligned columns. Where they don't fit, each part has two lines, and only the counts that aren't 0.
    func text(width: Int) -> String {
        let lines = [Self.heading] + rows
        let widths = Self.heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        guard widths.reduce(0, +) + 2 * (widths.count - 1) <= width else { return narrow(width: width) }
        return lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    var markdown: String {
        ([Self.heading, Self.heading.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private func narrow(width: Int) -> String {
        rows.map { row in
            let counts = (1...3).filter { row[$0] != "0" }.map { "\(row[$0]) \(Self.heading[$0].lowercased())" }
            return Display.cut(row[0], to: width) + "\n" + Display.cut("  " + counts.joined(separator: ", "), to: width)
        }.joined(separator: "\n")
    }
}
