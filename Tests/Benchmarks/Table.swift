import Foundation

/// Rows as aligned text.
enum Table {
    static func text(title: String, rows: [Comparison.Row]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
            return "  \(name)  \(number(row.microseconds)) µs  \(number(row.throughput)) x"
        }
        return "\n" + ([title] + lines).joined(separator: "\n")
    }

    private static func number(_ value: Double) -> String {
        String(format: "%9.2f", value)
    }
}
