import Foundation
import Tern

/// The results of `Provider.lint(…)`.
public struct SampleReport: Sendable {
    /// One row for each entry, in the order of the entries.
    public let rows: [Row]

    /// Other mistakes in the targets.
    public let findings: [Finding]

    init(rows: [Row], findings: [Finding] = []) {
        (self.rows, self.findings) = (rows, findings)
    }

    /// Returns if every entry passed.
    ///
    /// - Throws: `TestKitError` with code `.invalidSamples`, which lists every problem. Also thrown if no entry was
    ///   checked.
    public func get() throws(TestKitError) {
        guard rows.isEmpty || !findings.isEmpty || rows.contains(where: { $0.error != nil }) else { return }
        throw TestKitError(.invalidSamples, problems)
    }

    /// The failures, one line each, with the full path of the place.
    var problems: String {
        if rows.isEmpty { return "No sample was checked. Pass the target's calls to `lint`." }
        let bad = rows.filter { $0.error != nil }
        let samples = bad.isEmpty ? [] : ["\(bad.count) of \(rows.count) samples don't match their calls."]
        let others = findings.isEmpty ? [] : ["\(findings.count) other findings:"]
        return (samples + bad.map(\.description) + others + findings.map(\.description)).joined(separator: "\n")
    }
}

extension SampleReport: CustomStringConvertible {
    /// A table with a row for each entry.
    public var description: String {
        if rows.isEmpty { return "No sample was checked." }
        var table = TextTable(heading: ["case", "value", "place", "sample"])
        for row in rows { table.rows.append([row.name, row.value ?? "", "\(row.place)", row.result]) }
        return ([table.text] + findings.map(\.description)).joined(separator: "\n")
    }
}
