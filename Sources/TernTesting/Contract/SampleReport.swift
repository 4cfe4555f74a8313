import Foundation
import Tern

/// The results of a ``SampleContract``.
public struct SampleReport: Sendable {
    /// One row for each entry, in the order of the entries.
    public let rows: [Row]

    /// Returns if every entry passed.
    ///
    /// - Throws: `SampleContractError`, which lists every problem. Also thrown if nothing was checked.
    public func get() throws(SampleContractError) {
        guard rows.isEmpty || rows.contains(where: { $0.error != nil }) else { return }
        throw SampleContractError(report: self)
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

/// The samples that failed or are missing.
public struct SampleContractError: Error, Sendable {
    public let report: SampleReport
}

extension SampleContractError: CustomStringConvertible {
    public var description: String { report.problems }
}

extension SampleContractError: LocalizedError, CustomNSError {
    /// `Tern.SampleContractError`. It never changes.
    public static var errorDomain: String { "Tern.SampleContractError" }

    /// 1. It never changes.
    public var errorCode: Int { 1 }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { sentence }

    private var sentence: String { "Some samples are not valid." }
}
