import Foundation
import Tern

/// What a ``SampleContract`` found.
public struct SampleReport: Sendable {
    /// One entry that was checked.
    public struct Row: Sendable {
        /// The case without its arguments; with a number from the second of its kind on.
        public let name: String
        /// The type that the sample was decoded as. `nil` where any body will do.
        public let value: String?
        public let outcome: Outcome
    }

    public enum Outcome: Sendable {
        case passed
        case failed(Failure)
        /// There is no sample. The error tells why, such as the paths where a fixture was looked for.
        case missing(TernError)
    }

    /// In the order of the entries.
    public let rows: [Row]

    /// The cases whose samples are as they should be.
    public var passed: [String] {
        rows.compactMap { if case .passed = $0.outcome { $0.name } else { nil } }
    }

    /// What is wrong with samples, by case.
    public var failures: [(name: String, failure: Failure)] {
        rows.compactMap { if case .failed(let failure) = $0.outcome { ($0.name, failure) } else { nil } }
    }

    /// The cases that have no sample.
    public var withoutSample: [String] {
        rows.compactMap { if case .missing = $0.outcome { $0.name } else { nil } }
    }

    /// Nothing, if every entry passed.
    ///
    /// - Throws: `SampleContractError`, which lists everything, also where nothing was checked.
    public func get() throws(SampleContractError) {
        guard passed.count < rows.count || rows.isEmpty else { return }
        throw SampleContractError(report: self)
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

/// Samples that aren't as they should be, all of them.
public struct SampleContractError: Error, Sendable {
    public let report: SampleReport
}

extension SampleContractError: CustomStringConvertible {
    public var description: String {
        let bad = SampleReport(
            rows: report.rows.filter { if case .passed = $0.outcome { false } else { true } }
        )
        if bad.rows.isEmpty { return "No sample was checked: give the contract the calls of the target." }
        return "\(bad.rows.count) of \(report.rows.count) samples are not what their calls expect.\n\(bad)"
    }
}
