import Foundation
import Tern

/// The reason why a ``FaultSweep`` has no complete report.
public struct FaultSweepError: Error, Sendable {
    public struct Code: Hashable, Sendable {
        fileprivate let name: String
        fileprivate let number: Int
        fileprivate let sentence: String

        private init(_ name: String, _ number: Int, _ sentence: String) {
            self.name = name
            self.number = number
            self.sentence = sentence
        }

        /// The body throws or hangs even without a fault.
        public static let happyRunFailed = Code("happyRunFailed", 1, "The code fails without a fault.")
        /// The body makes no call with its provider.
        public static let noCalls = Code("noCalls", 2, "The code makes no call.")
        /// The task of the sweep was cancelled, for example by the time limit of its test.
        public static let cancelled = Code("cancelled", 3, "The fault sweep was cancelled.")
    }

    public let code: Code

    /// What failed, and what to do next.
    public let message: String

    /// The error that the body threw without a fault.
    public let underlying: (any Error)?

    /// The rows until the task was cancelled. `nil` if the sweep ended before the first row.
    public let report: FaultReport?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil, report: FaultReport? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
        self.report = report
    }

    /// - Parameter count: The number of rows of a complete report.
    init(cancelledAt place: FaultReport.Place, _ report: FaultReport, of count: Int) {
        let message = "The task of the sweep was cancelled at \(place), after \(report.rows.count) of \(count) rows."
        self.init(.cancelled, message, report: report)
    }
}

extension FaultSweepError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension FaultSweepError: CustomStringConvertible {
    /// The code, the message and the rows so far.
    public var description: String {
        let table = report.flatMap { $0.rows.isEmpty ? nil : "\n\($0)" } ?? ""
        return "FaultSweepError.\(code): \(message)\(table)"
    }
}

extension FaultSweepError: LocalizedError, CustomNSError {
    /// `Tern.FaultSweepError`. It never changes.
    public static var errorDomain: String { "Tern.FaultSweepError" }

    /// `happyRunFailed` 1, `noCalls` 2, `cancelled` 3. The numbers never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
