import Tern

/// Why a ``FaultSweep`` has no whole report.
public struct FaultSweepError: Error, Sendable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The body throws, or hangs, even without a fault.
        public static let happyRunFailed = Code(name: "happyRunFailed")
        /// The body makes no call with its provider.
        public static let noCalls = Code(name: "noCalls")
        /// The task that sweeps was cancelled, by the time limit of its test perhaps.
        public static let cancelled = Code(name: "cancelled")
    }

    public let code: Code

    /// What was wrong, and what to do about it.
    public let message: String

    /// What the body threw without a fault.
    public let underlying: (any Error)?

    /// What was found until the task was cancelled. `nil` before there could be a row.
    public let report: FaultReport?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil, report: FaultReport? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
        self.report = report
    }

    /// - Parameter count: How many rows there would be.
    init(cancelledAt place: FaultReport.Place, _ report: FaultReport, of count: Int) {
        let message = "The task that sweeps was cancelled at \(place), after \(report.rows.count) of \(count) rows."
        self.init(.cancelled, message, report: report)
    }
}

extension FaultSweepError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension FaultSweepError: CustomStringConvertible {
    /// With the rows there are.
    public var description: String {
        let table = report.flatMap { $0.rows.isEmpty ? nil : "\n\($0)" } ?? ""
        return "FaultSweepError.\(code): \(message)\(table)"
    }
}
