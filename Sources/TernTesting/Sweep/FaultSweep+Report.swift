import Tern

extension FaultSweep {
    /// The outcomes of a body under each fault.
    public struct Report: Sendable {
        /// One run of the body.
        public struct Row: Sendable {
            /// The fault, and the call that it affects.
            public let place: Place
            /// The outcome of the body.
            public let outcome: Outcome
        }

        /// A fault and the call that it affects.
        public struct Place: Sendable {
            /// The case without its arguments. If the body calls a case several times, a number is appended to the
            /// second and all later calls: `GitHub.user #2`.
            public let call: String
            /// The position of the call in the run without faults, from 1.
            public let number: Int
            /// The fault.
            public let fault: Fault
        }

        /// The outcome of a body under a fault.
        @nonexhaustive
        public enum Outcome: Sendable {
            /// The body threw this error.
            case surfaced(any Error)
            /// The body succeeded as if there had been no fault.
            case silentSuccess
            /// The body succeeded with a correct response. Either it sent the same case with the same arguments more
            /// often than in the run without faults, and the last request succeeded; or a slow response arrived in
            /// time.
            case recovered
            /// The body didn't end. A body that continues after its cancellation was abandoned, and may still be
            /// running.
            case hang(isAbandoned: Bool)
            /// The body didn't make the call in this run, or the fault doesn't change the response. For example, an
            /// empty body can't be truncated. Such a row gives no information about the body of the sweep.
            case notReached
        }

        /// The calls of the run without faults, in order, with the names of ``Place/call``.
        public let calls: [String]

        /// The rows, ordered by call, then by fault.
        public internal(set) var rows: [Row]

        /// The rows in which the body threw an error.
        public var surfaced: [Row] { rows.filter { if case .surfaced = $0.outcome { true } else { false } } }
        /// The rows in which the body succeeded although the call failed, so that the error was lost.
        public var silentSuccesses: [Row] {
            rows.filter { if case .silentSuccess = $0.outcome { true } else { false } }
        }
        /// The rows in which the body repeated the call and succeeded.
        public var recoveries: [Row] { rows.filter { if case .recovered = $0.outcome { true } else { false } } }
        /// The rows in which the body didn't end.
        public var hangs: [Row] { rows.filter { if case .hang = $0.outcome { true } else { false } } }
        /// The rows without information about the body: it didn't make the call, or the fault didn't change the
        /// response.
        public var unreached: [Row] { rows.filter { if case .notReached = $0.outcome { true } else { false } } }
    }
}

extension FaultSweep.Report: CustomStringConvertible {
    /// A table with a row for each call and fault.
    public var description: String {
        var table = TextTable(heading: ["call", "fault", "outcome"])
        for row in rows { table.rows.append([row.place.call, row.place.fault.name, "\(row.outcome)"]) }
        return table.text
    }
}

extension FaultSweep.Report.Row: CustomStringConvertible {
    public var description: String { "\(place): \(outcome)" }
}

extension FaultSweep.Report.Place: CustomStringConvertible {
    /// `GitHub.user #2, offline`.
    public var description: String { "\(call), \(fault)" }
}

extension FaultSweep.Report.Outcome: CustomStringConvertible {
    /// For an error, only the code or the type, because its text may contain secrets.
    public var description: String {
        switch self {
        case .surfaced(let error as TernError): "surfaced: \(error.code)"
        case .surfaced(let error): "surfaced: \(type(of: error))"
        case .silentSuccess: "silent success"
        case .recovered: "recovered"
        case .hang(isAbandoned: false): "hang"
        case .hang(isAbandoned: true): "hang, continues after cancellation"
        case .notReached: "not reached"
        }
    }
}
