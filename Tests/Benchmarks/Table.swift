import Foundation

/// Rows as aligned text.
enum Table {
    static func lines(_ rows: [Comparison.Row]) -> [String] {
        let width = rows.map(\.name.count).max() ?? 0
        let heading = String(repeating: " ", count: width) + "       time   throughput     CPU time      CPU time"
        return [heading]
            + rows.map { row in
                let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
                let time = "\(number(row.microseconds)) µs \(number(row.throughput)) x"
                return "\(name)\(time) \(number(row.cpuMicroseconds)) µs  \(number(row.cpu)) x"
            }
    }

    private static func number(_ value: Double) -> String {
        String(format: "%10.2f", value)
    }
}
