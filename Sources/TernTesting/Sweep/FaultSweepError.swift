/// The reason why a ``FaultSweep`` has no complete report.
public struct FaultSweepError: Error, Sendable {
    public typealias Code = TestKitErrorCode<FaultSweepError>

    public let code: Code

    /// What failed, and what to do next.
    public let message: String

    /// The error that the body threw without a fault.
    public let underlying: (any Error)?

    /// The rows until the task was cancelled. `nil` if the sweep ended before the first row.
    public let report: FaultSweep.Report?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil, report: FaultSweep.Report? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
        self.report = report
    }

    /// - Parameter count: The number of rows of a complete report.
    init(cancelledAt place: FaultSweep.Report.Place, _ report: FaultSweep.Report, of count: Int) {
        let message = "The task of the sweep was cancelled at \(place), after \(report.rows.count) of \(count) rows."
        self.init(.cancelled, message, report: report)
    }
}

extension FaultSweepError: TestKitError {
    /// The code, the message and the rows so far.
    public var description: String {
        let table = report.flatMap { $0.rows.isEmpty ? nil : "\n\($0)" } ?? ""
        return "FaultSweepError.\(code): \(message)\(table)"
    }
}

extension TestKitErrorCode where Failure == FaultSweepError {
    /// The body throws or hangs even without a fault.
    public static var happyRunFailed: Self { Self(1, "happyRunFailed", "The code fails without a fault.") }

    /// The body makes no call with its provider.
    public static var noCalls: Self { Self(2, "noCalls", "The code makes no call.") }

    /// The task of the sweep was cancelled, for example by the time limit of its test.
    public static var cancelled: Self { Self(3, "cancelled", "The fault sweep was cancelled.") }
}
