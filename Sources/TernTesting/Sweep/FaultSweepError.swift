import Tern

/// Why a ``FaultSweep`` has no report.
public struct FaultSweepError: Error, Sendable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The body throws, or hangs, even without a fault.
        public static let happyRunFailed = Code(name: "happyRunFailed")
        /// The body makes no call with its provider.
        public static let noCalls = Code(name: "noCalls")
        /// The task that sweeps was cancelled.
        public static let cancelled = Code(name: "cancelled")
    }

    public let code: Code

    /// What was wrong, and what to do about it.
    public let message: String

    /// What the body threw without a fault.
    public let underlying: (any Error)?

    init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }
}

extension FaultSweepError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension FaultSweepError: CustomStringConvertible {
    public var description: String { "FaultSweepError.\(code): \(message)" }
}
