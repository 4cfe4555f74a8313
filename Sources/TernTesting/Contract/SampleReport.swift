import Foundation
import Tern

/// The results of a ``SampleContract``.
public struct SampleReport: Sendable {
    /// One row for each entry, in the order of the entries.
    public let rows: [Row]

    /// Returns if every entry passed.
    ///
    /// - Throws: `TestKitError` with code `.invalidSamples`, which lists every problem. Also thrown if nothing was checked.
    public func get() throws(TestKitError) {
        guard rows.isEmpty || rows.contains(where: { $0.error != nil }) else { return }
        throw TestKitError(.invalidSamples, problems)
    }

    /// The failures, one line each, with the full path of the place.
    var problems: String {
        if rows.isEmpty { return "No sample was checked. Pass the target's calls to `check`." }
        let bad = rows.filter { $0.error != nil }
        return (["\(bad.count) of \(rows.count) samples are not what their calls expect."] + bad.map(\.description))
            .joined(separator: "\n")
    }
}

extension SampleReport: CustomStringConvertible {
    /// A table with a row for each entry.
    public var description: String {
        if rows.isEmpty { return "No sample was checked." }
        var table = TextTable(heading: ["case", "value", "place", "sample"])
        for row in rows { table.rows.append([row.name, row.value ?? "", "\(row.place)", row.result]) }
        return table.text
    }
}
