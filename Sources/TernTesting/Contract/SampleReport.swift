import Foundation
import Tern

/// The results of a ``SampleContract``.
public struct SampleReport: Sendable {
    /// One entry that was checked.
    public struct Row: Sendable {
        /// The case without its arguments. From the second entry for the same case on, a number is appended.
        public let name: String
        /// The type that the sample was decoded as. `nil` if the body isn't decoded.
        public let value: String?
        public let outcome: Outcome
    }

    @nonexhaustive
    public enum Outcome: Sendable {
        case passed
        case failed(Failure)
        /// The case has no sample. The error gives the reason, such as the paths that were tried for a fixture.
        case missing(TernError)
    }

    /// One row for each entry, in the order of the entries.
    public let rows: [Row]

    /// The cases whose samples passed.
    public var passed: [String] {
        rows.compactMap { if case .passed = $0.outcome { $0.name } else { nil } }
    }

    /// The failures of samples, by case.
    public var failures: [(name: String, failure: Failure)] {
        rows.compactMap { if case .failed(let failure) = $0.outcome { ($0.name, failure) } else { nil } }
    }

    /// The cases that have no sample.
    public var withoutSample: [String] {
        rows.compactMap { if case .missing = $0.outcome { $0.name } else { nil } }
    }

    /// Returns if every entry passed.
    ///
    /// - Throws: `TestKitError`, which lists every problem. Also thrown if nothing was checked.
    public func get() throws(TestKitError) {
        guard passed.count < rows.count || rows.isEmpty else { return }
        throw TestKitError(self)
    }
}

extension SampleReport: CustomStringConvertible {
    /// A table with a row for each entry.
    public var description: String {
        if rows.isEmpty { return "No sample was checked." }
        var table = TextTable(heading: ["case", "value", "sample"])
        for row in rows { table.rows.append([row.name, row.value ?? "", "\(row.outcome)"]) }
        return table.text
    }
}

extension SampleReport.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .passed: "passed"
        case .failed(let failure): "failed: \(failure)"
        case .missing(let error): "missing: \(error.reason)"
        }
    }
}

extension TestKitError {
    /// The error of a report with samples that failed or are missing.
    init(_ report: SampleReport) {
        let bad = SampleReport(rows: report.rows.filter { if case .passed = $0.outcome { false } else { true } })
        self.init(
            .invalidSamples,
            bad.rows.isEmpty
                ? "No sample was checked. Pass the target's calls to `check`."
                : "\(bad.rows.count) of \(report.rows.count) samples are not what their calls expect.\n\(bad)"
        )
    }
}
